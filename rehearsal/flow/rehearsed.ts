import { type Client, createClient } from '../../client/client.ts';
import type { Deployment } from '../deployment/deploy.ts';
import { keyFor, type Operator, operatorOf } from './operator.ts';
import { storeVariables } from './store-variables.ts';

/** Handle of the account that the caller's keys belong to. */
export const ACCOUNT = 'rehearsal';

/** A deployment with a caller, and what the steps hand on to each other. */
export interface Rehearsed {
  readonly deployment: Deployment;
  readonly client: Client;
  readonly secret: string;
  /** Makes an access token of the console for a person who signs in: now, unless the time is given (epoch milliseconds). */
  readonly tokenFor: (subject: string, options?: { at: number }) => Promise<string>;
  /** Null where the stacks have no policy for operators. */
  readonly operator: Operator | null;
  /** A playable video file. */
  readonly clip: Uint8Array<ArrayBuffer>;
  /** Sends a request to a path of the API, with the key unless the headers have another. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Makes a key for a deployment, as its operator does, and a client that uses it.
 * @param options.tokenFor by the issuer that the deployment trusts
 */
export async function rehearse(
  deployment: Deployment,
  { clip, tokenFor }: Pick<Rehearsed, 'clip' | 'tokenFor'>,
): Promise<Rehearsed> {
  // Stores find their clients by the variables of the process.
  Object.assign(process.env, storeVariables(deployment));
  const operator = operatorOf(deployment);
  const secret = await keyFor(operator, ACCOUNT, null);
  return {
    deployment,
    operator,
    client: createClient({ apiUrl: deployment.apiUrl, apiKey: secret }),
    secret,
    tokenFor,
    clip,
    fetch: (path, init = {}) =>
      fetch(new URL(path, deployment.apiUrl), {
        redirect: 'manual',
        ...init,
        headers: { Authorization: `Bearer ${secret}`, ...init.headers },
      }),
  };
}
