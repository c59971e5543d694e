import { AsyncLocalStorage } from 'node:async_hooks';

const origin = new AsyncLocalStorage<string>();

/**
 * Runs work that follows from a request, under its id: each line that is logged meanwhile names it. Work that follows from no known
 * request runs as it is.
 * @param requestId that of the request to the API, however long ago
 */
export const following = <T>(requestId: string | undefined, work: () => T): T =>
  requestId === undefined ? work() : origin.run(requestId, work);

/** The id of the request from which all that is done here follows, as a field; none where that is not known. */
export function requestOrigin(): { requestId?: string } {
  const requestId = origin.getStore();
  return requestId === undefined ? {} : { requestId };
}
