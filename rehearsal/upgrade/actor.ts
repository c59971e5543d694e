import type { Client } from '../../client/client.ts';
import { BASE_PATHS } from '../../shared/contract/audience.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import type { Deployment } from '../deployment/deploy.ts';
import { type Operator, operatorOf } from '../flow/operator.ts';
import type { Release, ReleaseApi } from './release.ts';

/** Whoever uses a deployment, with the client and the operators' command of a release. */
export interface Actor {
  readonly deployment: Deployment;
  readonly api: ReleaseApi;
  readonly client: Client;
  readonly operator: Operator;
  readonly clip: Uint8Array<ArrayBuffer>;
  /** Whether answers may lack what a newer release has told. */
  readonly isOlder: boolean;
  /** A client with another key. */
  withKey(secret: string): Client;
  /** The console, as a person uses it who has signed in. */
  asPerson(subject: string): Promise<Client>;
  /** Sends a request to a path of the API. */
  fetch(path: string, init: RequestInit): Promise<Response>;
}

interface ActorOptions {
  readonly clip: Uint8Array<ArrayBuffer>;
  readonly tokenFor: (subject: string) => Promise<string>;
  readonly isOlder: boolean;
  /** Of the key that everything is done with; made where there is none yet. */
  readonly secret?: string | undefined;
}

export async function actorOf(
  deployment: Deployment,
  { api, vms }: Release,
  { clip, tokenFor, isOlder, secret: given }: ActorOptions,
): Promise<{ actor: Actor; secret: string }> {
  const operator = operatorOf(deployment, vms);
  if (operator === null) throw new Error('The stacks have no policy for operators');
  const secret = given ?? (await makeKey(operator));
  const { apiUrl } = deployment;
  const withKey = (apiKey: string): Client => api.createClient({ apiUrl, apiKey });
  const actor: Actor = {
    deployment,
    api,
    client: withKey(secret),
    operator,
    clip,
    isOlder,
    withKey,
    async asPerson(subject) {
      const token = await tokenFor(subject);
      const authorization = () => `Bearer ${token}`;
      return api.createClient({ apiUrl, basePath: BASE_PATHS.console, authorization });
    },
    fetch: (path, init) =>
      fetch(new URL(path, apiUrl), {
        ...init,
        headers: { Authorization: `Bearer ${secret}`, ...init.headers },
      }),
  };
  return { actor, secret };
}

export const ACCOUNT = 'upgraded';

interface KeyOptions {
  readonly account?: string;
  /** Ids of the videos that the key is for; absent: all. */
  readonly projects?: readonly string[];
}

/** Makes a key of an account, which reaches no limit of requests from then on: a fast machine makes many in a minute. */
export async function makeKey(
  operator: Operator,
  { account = ACCOUNT, projects = [] }: KeyOptions = {},
): Promise<string> {
  const restriction = projects.length === 0 ? [] : ['--projects', projects.join(',')];
  const made = await operator.run(
    ...['keys', 'create', '--account', account, '--scopes', SCOPES.join(',')],
    ...restriction,
  );
  await operator.run('account', 'set-tier', account, 'unlimited');
  return (made as { secret: string }).secret;
}
