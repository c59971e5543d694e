import { startTestIssuer, type TestIssuer } from '../identity/test-issuer.ts';
import { type Api, apiOf } from '../service/api.ts';
import { startWorkbench, type Workbench } from '../service/workbench.ts';

/** An endpoint of the console that everybody may call. */
export const CONSOLE_VIDEOS = '/console/api/videos';

interface ConsoleApi {
  readonly bench: Workbench;
  readonly issuer: TestIssuer;
  /** Calls as no one. */
  readonly api: Api;
  /** The subject of somebody who has never signed in. */
  readonly newPerson: () => string;
}

/** Starts the API, with an issuer of tokens for people, for the tests of this file. */
export async function startConsoleApi(): Promise<ConsoleApi> {
  const issuer = await startTestIssuer();
  const bench = await startWorkbench();
  let people = 0;
  return {
    bench,
    issuer,
    api: apiOf({ apiUrl: bench.apiUrl, apiKey: '' }),
    newPerson: () => `person-${++people}`,
  };
}
