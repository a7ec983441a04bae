/** Every way in which a request can be refused. The code is part of the interface: it never changes its meaning. */
export type FaultCode =
  | 'query/unknown-filter'
  | 'query/unknown-value'
  | 'query/not-a-number'
  | 'query/unknown-unit'
  | 'query/not-a-date'
  | 'query/date-in-the-past'
  | 'query/not-a-duration'
  | 'query/too-long'
  | 'query/too-many-values'
  | 'query/no-rate-on-file'
  | 'query/page-out-of-range'
  | 'offer/not-found'
  | 'provider/not-found'
  | 'compare/wrong-count'
  | 'model/empty'
  | 'model/too-long'
  | 'model/nested-too-deep'
  | 'model/not-json'
  | 'model/not-an-object'
  | 'model/no-architecture'
  | 'model/unknown-architecture'
  | 'model/missing-size'
  | 'model/not-a-size'
  | 'model/not-yes-or-no'
  | 'model/not-a-word'
  | 'model/not-a-list'
  | 'model/not-a-section'
  | 'model/indivisible'
  | 'model/too-many'
  | 'model/unequal'
  | 'model/unknown-variant'
  | 'model/too-large'
  | 'model/not-found'
  | 'model/not-given'
  | 'model/unreadable'
  | 'run/empty'
  | 'run/not-given'
  | 'run/too-long'
  | 'run/line-too-long'
  | 'run/nested-too-deep'
  | 'run/not-json'
  | 'run/not-a-run'
  | 'run/unreadable'
  | 'points/not-given'
  | 'points/empty'
  | 'points/too-long'
  | 'points/too-many'
  | 'points/no-header'
  | 'points/wrong-columns'
  | 'points/not-a-node-count'
  | 'points/not-a-throughput'
  | 'points/mixed-decimals'
  | 'points/not-json'
  | 'points/not-points'
  | 'points/one-node-count'
  | 'points/falls-too-fast'
  | 'points/not-a-share'
  | 'points/unreadable'
  | 'job/model-not-given'
  | 'job/tokens-not-given'
  | 'job/workload-not-yaml'
  | 'job/workload-not-plain'
  | 'job/workload-unreadable'
  | 'job/figure-not-given'
  | 'job/batch-below-sequence'
  | 'job/batch-above-job'
  | 'page/not-found'
  | 'address/malformed'
  | 'address/too-long'
  | 'address/unknown-language'
  | 'request/method-not-allowed'
  | 'snapshot/unreadable'
  | 'fault/internal';

export type FaultParams = Readonly<Record<string, string | number>>;

/**
 * A request that cannot be answered, or a machine that fails. Holds a stable code and what the message needs;
 * `src/words` says it in a language, the edges turn it into a status, an exit code or a page.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly params: FaultParams;

  constructor(code: FaultCode, params: FaultParams = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.params = params;
  }
}

const statuses: { readonly [C in FaultCode]?: 404 | 405 | 413 | 414 | 500 } = {
  'offer/not-found': 404,
  'provider/not-found': 404,
  'model/not-found': 404,
  'model/too-long': 413,
  'run/too-long': 413,
  'points/too-long': 413,
  'page/not-found': 404,
  'query/page-out-of-range': 404,
  'address/unknown-language': 404,
  'address/too-long': 414,
  'request/method-not-allowed': 405,
  'snapshot/unreadable': 500,
  'fault/internal': 500,
};

/** HTTP status of a fault: 404 for things that are not there, 500 for our own failures, 400 unless another fits better. */
export function statusOf(code: FaultCode): 400 | 404 | 405 | 413 | 414 | 500 {
  return statuses[code] ?? 400;
}
