import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { CONSOLE_SCOPE } from '../../contract/console-config.ts';
import { SETTINGS } from '../../contract/resources.ts';
import type { IdentityName } from '../../domain/identity/identity.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';

/** Whom an access token is about, by the provider's word. */
interface VerifiedToken extends IdentityName {
  /** When the person has signed in, in milliseconds since the epoch. */
  sessionBegunAt: number;
}

/** Why a token is refused: for the log, not for the client. */
interface RefusedToken {
  refused: string;
}

export type VerifyToken = (token: string) => Promise<VerifiedToken | RefusedToken>;

/** By which the clocks of provider and service may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** What jose finds wrong with a token. Its other errors say that the provider's keys could not be had. */
const isAboutToken = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  /^ERR_(JW[ST]_|JOSE_(ALG_NOT_ALLOWED|NOT_SUPPORTED)|JWKS_(NO|MULTIPLE)_MATCHING)/.test(error.code);

/** The fault in the claims of a token that the provider has signed for some purpose; null where it is ours. */
function wrongClaim(claims: JWTPayload, clientId: string, nowSeconds: number): string | null {
  if (claims.token_use !== 'access') return 'token_use';
  if (clientId !== '' && claims.client_id !== clientId) return 'client_id';
  if (!String(claims.scope).split(' ').includes(CONSOLE_SCOPE)) return 'scope';
  if (typeof claims.sub !== 'string' || claims.sub === '') return 'sub';
  return (claims.iat ?? 0) > nowSeconds + CLOCK_TOLERANCE_SECONDS ? 'iat' : null;
}

/**
 * Makes what verifies the console's access tokens: signed JWTs (RFC 9068 and Cognito's own form), as both of our providers issue
 * them. The provider's keys are fetched at the first token and kept. Touches no table.
 * @throws what the verification throws: the provider's keys could not be fetched, and nothing is known of the token
 */
export function tokenVerifier(environment: Environment): VerifyToken {
  const { variables, runtime } = environment;
  const issuer = variables[SETTINGS.consoleIssuer] ?? '';
  if (issuer === '') return async () => ({ refused: 'no issuer' });
  const clientId = variables[SETTINGS.consoleClientId] ?? '';
  const keys = createRemoteJWKSet(new URL(requireVariable(environment, SETTINGS.consoleJwksUrl)));

  return async (token) => {
    const now = runtime.now();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
      });
      const wrong = wrongClaim(payload, clientId, now / 1000);
      if (wrong !== null) return { refused: wrong };
      const { sub = '', iat = 0, auth_time: begunAt = iat } = payload;
      return { issuer, subject: sub, sessionBegunAt: Number(begunAt) * 1000 };
    } catch (error) {
      if (isAboutToken(error)) return { refused: error.code };
      throw error;
    }
  };
}
