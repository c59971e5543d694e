import { type Api, apiOf } from '../service/api.ts';
import type { Workbench } from '../service/workbench.ts';
import type { TestIssuer } from './test-issuer.ts';

/** A person who has signed in to the console, and calls its API. */
export interface ConsolePerson {
  readonly token: string;
  /** The same person, who has signed in again: by the functions' clock. */
  again(): Promise<ConsolePerson>;
  /** The handle of the account that their first request has made. */
  readonly account: string;
  /** Targets are paths below the console's API. */
  readonly call: Api;
}

type Bench = Pick<Workbench, 'apiUrl' | 'environment'>;

let people = 0;

/** Signs a person in for the first time. */
export const newPerson = (bench: Bench, issuer: TestIssuer): Promise<ConsolePerson> =>
  signIn(bench, issuer, `console-person-${++people}`);

async function signIn(bench: Bench, issuer: TestIssuer, subject: string): Promise<ConsolePerson> {
  const { apiUrl, environment } = bench;
  const token = await issuer.token(subject, { at: environment.runtime.now() });
  const api = apiOf({ apiUrl, apiKey: token });
  const call: Api = (method, target, request) => api(method, `/console/api/${target}`, request);
  const { handle: account } = (await call<{ handle: string }>('GET', 'account')).body;
  return { token, again: () => signIn(bench, issuer, subject), account, call };
}
