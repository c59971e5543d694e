import { whoami } from '../../shared/contract/routes/account.ts';
import { getAccount } from '../../shared/contract/routes/console/account.ts';
import { getOpenApi } from '../../shared/contract/routes/reference.ts';

/** Requests that reach an open endpoint and both authorizers without any right: each has one answer of a service that works. */
const PROBES = [
  { path: getOpenApi.path, status: 200 },
  { path: whoami.path, status: 401 },
  { path: getAccount.path, status: 401 },
] as const;

interface ProbeOptions {
  readonly apiUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Resolves when it is time for the next round, or `ended` aborts. */
  readonly pause: (ended: AbortSignal) => Promise<void>;
}

interface Probed {
  readonly requests: number;
  /** Those that were not answered as they should be, the last of them first: `GET /… 502`. */
  readonly faults: readonly string[];
}

/**
 * Calls a service while it is deployed, so that a release that answers nothing raises the alarm of the API where nobody else calls.
 * @param ended aborts when the deployment is over
 */
export async function probe({ apiUrl, fetch, pause }: ProbeOptions, ended: AbortSignal): Promise<Probed> {
  const faults: string[] = [];
  let requests = 0;
  while (!ended.aborted) {
    for (const { path, status } of PROBES) {
      requests += 1;
      const answer = await fetch(apiUrl + path, {
        headers: { Authorization: 'Bearer probe' },
        signal: AbortSignal.any([ended, AbortSignal.timeout(30_000)]),
      }).catch((error: Error) => error);
      if (ended.aborted) break;
      const found = answer instanceof Error ? answer.message : answer.status;
      if (found !== status) faults.unshift(`GET ${path} ${found}`);
    }
    if (!ended.aborted) await pause(ended);
  }
  return { requests, faults };
}
