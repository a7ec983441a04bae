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
  | 'page/not-found'
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

/** HTTP status of a fault: 404 for things that are not there, 500 for our own failures, 400 for the rest. */
export function statusOf(code: FaultCode): 400 | 404 | 500 {
  if (code.endsWith('/not-found') || code === 'query/page-out-of-range') return 404;
  return code === 'fault/internal' || code === 'snapshot/unreadable' ? 500 : 400;
}
