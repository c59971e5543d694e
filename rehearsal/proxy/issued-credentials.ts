import { randomBytes } from 'node:crypto';
import type { Credentials } from '../../local/protocol/sigv4.ts';
import type { Caller } from '../policies/access-control.ts';

/** Temporary credentials, as Lambda and STS give them. */
export interface SessionCredentials extends Credentials {
  readonly sessionToken: string;
}

interface Issued {
  readonly caller: Caller;
  readonly credentials: SessionCredentials;
}

/** Credentials of each caller, by which the proxy knows who signed a request. */
export class IssuedCredentials {
  readonly #issued = new Map<string, Issued>();

  issue(caller: Caller): SessionCredentials {
    const credentials = {
      accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString('base64url'),
      sessionToken: randomBytes(48).toString('base64url'),
    };
    this.#issued.set(credentials.accessKeyId, { caller, credentials });
    return credentials;
  }

  find(accessKeyId: string): Issued | undefined {
    return this.#issued.get(accessKeyId);
  }
}
