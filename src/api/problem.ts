import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Fault, type FaultCode, type FaultParams, statusOf } from '../faults/fault.ts';
import { sayFault } from '../words/faults.ts';

/** A refusal as RFC 9457 has it, with our own members after `instance`. */
export interface Problem {
  /** Path of the kind of problem; stays for ever. */
  readonly type: string;
  /** The same for every problem of a kind. */
  readonly title: string;
  readonly status: number;
  /** What is wrong, where, and what to do, in English. */
  readonly detail: string;
  /** Address that was asked for. */
  readonly instance: string;
  readonly code: FaultCode;
  /** Only what to do; null where nothing can be done. */
  readonly hint: string | null;
  /** What the sentence was made of, so that others can say it in their own words. */
  readonly params: Readonly<Record<string, string | number | null>>;
}

const titles: Readonly<Record<FaultCode, string>> = {
  'query/unknown-filter': 'Unknown filter',
  'query/unknown-value': 'Value that the filter does not know',
  'query/not-a-number': 'Not a number',
  'query/unknown-unit': 'Unknown unit',
  'query/not-a-date': 'Not a date',
  'query/date-in-the-past': 'Date in the past',
  'query/not-a-duration': 'Not a length of time',
  'query/too-long': 'Value too long',
  'query/too-many-values': 'Too many values',
  'query/no-rate-on-file': 'No exchange rate on file',
  'query/page-out-of-range': 'Page beyond the last',
  'offer/not-found': 'Offer not found',
  'provider/not-found': 'Provider not found',
  'compare/wrong-count': 'Wrong number of offers to compare',
  'model/empty': 'Empty config',
  'model/too-long': 'Config too long',
  'model/nested-too-deep': 'Config nested too deep',
  'model/not-json': 'Config is not JSON',
  'model/not-an-object': 'Config is not an object',
  'model/no-architecture': 'No architecture named',
  'model/unknown-architecture': 'Unknown architecture',
  'model/missing-size': 'Missing size',
  'model/not-a-size': 'Not a size',
  'model/not-yes-or-no': 'Neither yes nor no',
  'model/not-a-word': 'Not a word',
  'model/not-a-list': 'Not a list',
  'model/not-a-section': 'Not a section',
  'model/indivisible': 'Sizes that do not divide',
  'model/too-many': 'More than another size allows',
  'model/unequal': 'Sizes that disagree',
  'model/unknown-variant': 'Unknown variant of an architecture',
  'model/too-large': 'Too large to count',
  'model/not-found': 'Model not found',
  'model/not-given': 'No model given',
  'model/unreadable': 'Config not readable',
  'run/empty': 'No runs',
  'run/not-given': 'No runs given',
  'run/too-long': 'Runs too long',
  'run/line-too-long': 'Line too long',
  'run/nested-too-deep': 'Run nested too deep',
  'run/not-json': 'Run is not JSON',
  'run/not-a-run': 'Not a run',
  'run/unreadable': 'Runs not readable',
  'points/not-given': 'No measurements given',
  'points/empty': 'No measurements',
  'points/too-long': 'Measurements too long',
  'points/too-many': 'Too many measurements',
  'points/no-header': 'No header',
  'points/wrong-columns': 'Wrong number of values',
  'points/not-a-node-count': 'Not a number of nodes',
  'points/not-a-throughput': 'Not a throughput',
  'points/mixed-decimals': 'Two kinds of decimal signs',
  'points/not-json': 'Measurements are not JSON',
  'points/not-points': 'Not a list of measurements',
  'points/one-node-count': 'One number of nodes only',
  'points/falls-too-fast': 'Falls faster than any curve',
  'points/not-a-share': 'Not a share',
  'points/unreadable': 'Measurements not readable',
  'job/model-not-given': 'Model not given',
  'job/figure-not-given': 'Figure of the job not given',
  'job/workload-not-yaml': 'Workload not YAML',
  'job/workload-not-plain': 'Workload not plain',
  'job/workload-unreadable': 'Workload not readable',
  'job/tokens-not-given': 'Tokens not given',
  'job/batch-below-sequence': 'Batch smaller than a sequence',
  'job/batch-above-job': 'Batch larger than the job',
  'page/not-found': 'Nothing at this address',
  'snapshot/unreadable': 'Catalogue not readable',
  'fault/internal': 'Internal fault',
  'address/malformed': 'Malformed address',
  'address/too-long': 'Address too long',
  'address/unknown-language': 'Unknown language',
  'request/method-not-allowed': 'Method not allowed',
};

/** Every code that the interface can answer with. */
export const problemCodes = Object.keys(titles) as readonly FaultCode[];

const longestInstance = 500;

/** Path and query of a request, cut where somebody sends a novel. */
const instanceOf = (c: Context): string => {
  const { pathname, search } = new URL(c.req.url);
  return `${pathname}${search}`.slice(0, longestInstance);
};

interface Refusal {
  readonly code: FaultCode;
  readonly status: number;
  readonly params: FaultParams;
  readonly says: string;
  readonly hint: string | null;
}

function respond(c: Context, { code, status, params, says, hint }: Refusal): Response {
  const problem: Problem = {
    type: `/problems/${code}`,
    title: titles[code],
    status,
    detail: hint === null ? says : `${says} ${hint}`,
    instance: instanceOf(c),
    code,
    hint,
    // The core marks "no word is near" with an empty text; on the wire, unknown is null.
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, value === '' ? null : value])),
  };
  return c.body(JSON.stringify(problem), status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

/** Refuses a method; `allowed` goes into the header that RFC 9110, section 15.5.6, asks for. */
export function refuseMethod(c: Context, allowed: string): Response {
  c.header('Allow', allowed);
  return refuse(c, new Fault('request/method-not-allowed', { method: c.req.method.slice(0, 20), allowed }));
}

/** Where unexpected errors are written to, with the reference that the client was given. */
export type Report = (reference: string, error: unknown) => void;

const reportToConsole: Report = (reference, error) => console.error(`[${reference}]`, error);

/**
 * Turns whatever was thrown into a problem. A fault of ours tells the client nothing but a reference: its values may
 * hold paths of the machine.
 */
export function refuse(c: Context, error: unknown, report: Report = reportToConsole): Response {
  const fault = error instanceof Fault ? error : new Fault('fault/internal', {}, error);
  const status = statusOf(fault.code);
  if (status !== 500) return respond(c, { code: fault.code, status, params: fault.params, ...sayFault('en', fault) });
  const reference = crypto.randomUUID().slice(0, 8);
  report(reference, error);
  return respond(c, { code: fault.code, status, params: { reference }, ...sayFault('en', { code: fault.code, params: {} }) });
}
