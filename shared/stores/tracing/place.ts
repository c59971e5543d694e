import { AsyncLocalStorage } from 'node:async_hooks';
import { processEnvironment } from '../../kernel/runtime/environment.ts';
import { hasDaemon } from './daemon.ts';

/** Where in a sampled trace of X-Ray something happens: what is sent about it is shown below. */
export interface Place {
  readonly traceId: string;
  /** Of a segment or a subsegment. */
  readonly parentId: string;
  /** Calls that were sent about so far. */
  calls: number;
}

/** @param header as in `X-Amzn-Trace-Id`: `Root=1-…;Parent=…;Sampled=1` @returns undefined where nothing is to be sent */
export function placeOf(header: string | undefined): Place | undefined {
  if (header === undefined || !hasDaemon() || !/(^|;)Sampled=1(;|$)/.test(header)) return undefined;
  const traceId = /(?:^|;)Root=(1-[\da-f]{8}-[\da-f]{24})(?:;|$)/.exec(header)?.[1];
  const parentId = /(?:^|;)Parent=([\da-f]{16})(?:;|$)/.exec(header)?.[1];
  return traceId === undefined || parentId === undefined ? undefined : { traceId, parentId, calls: 0 };
}

export const headerOf = ({ traceId, parentId }: Pick<Place, 'traceId' | 'parentId'>): string =>
  `Root=${traceId};Parent=${parentId};Sampled=1`;

/** The id of a segment or a subsegment. */
export const newSegmentId = (): string =>
  Buffer.from(processEnvironment().runtime.randomBytes(8)).toString('hex');

const elsewhere = new AsyncLocalStorage<Place>();

/** Does work whose calls are shown there, and not below the function's own segment. */
export const at = <T>(place: Place, work: () => T): T => elsewhere.run(place, work);

let own: { header: string | undefined; place: Place | undefined } = { header: undefined, place: undefined };

/** Where the caller is: below the segment that Lambda makes of each invocation, unless it works `at` another place. */
export function currentPlace(): Place | undefined {
  const header = process.env._X_AMZN_TRACE_ID;
  if (own.header !== header || own.place === undefined) own = { header, place: placeOf(header) };
  return elsewhere.getStore() ?? own.place;
}
