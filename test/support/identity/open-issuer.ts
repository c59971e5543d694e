import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { CONSOLE_SCOPE } from '../../../shared/contract/console-config.ts';

interface TokenOptions {
  /** Claims that differ from a good token's; `undefined` leaves one out. */
  claims?: JWTPayload;
  /** Signs with another pair of keys than the published one. */
  foreign?: boolean;
  /** The algorithm by which the same key signs; default: RS256. */
  algorithm?: string;
  /** Now, by default. Milliseconds since the epoch. */
  at?: number;
}

/** An identity provider of the tests: it publishes its keys, and signs what it is asked to. */
export interface TestIssuer {
  readonly issuer: string;
  /** The public key, as it is published. */
  readonly jwk: JsonWebKey;
  /** How often the keys were fetched. */
  readonly fetches: () => number;
  /** An access token for a person of that name. */
  token(subject: string, options?: TokenOptions): Promise<string>;
}

export const TEST_CLIENT = 'console';

/** Starts an issuer, whose keys lie at every path of its address. */
export async function openTestIssuer(): Promise<TestIssuer & { close: () => Promise<void> }> {
  const ours = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  // No algorithm is named, so that those who verify must know which they accept.
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'test', use: 'sig' };
  let fetches = 0;
  const server = createServer((_, response) => {
    fetches += 1;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // As Cognito's, it ends with the id of the user pool.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/us-east-1_People`;
  return {
    issuer,
    jwk: jwk as JsonWebKey,
    fetches: () => fetches,
    async token(
      subject,
      { claims = {}, foreign: isForeign = false, algorithm: alg = 'RS256', at = Date.now() } = {},
    ) {
      const key = isForeign ? foreign.privateKey : await importJWK(await exportJWK(ours.privateKey), alg);
      const seconds = Math.floor(at / 1000);
      return new SignJWT({
        iss: issuer,
        sub: subject,
        client_id: TEST_CLIENT,
        token_use: 'access',
        scope: `openid ${CONSOLE_SCOPE}`,
        iat: seconds,
        auth_time: seconds,
        exp: seconds + 900,
        ...claims,
      })
        .setProtectedHeader({ alg, kid: 'test' })
        .sign(key);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
