const HOUR_S = 60 * 60;

/** Seconds, as everywhere in OAuth. */
export const ACCESS_TOKEN_S = 15 * 60;
export const AUTHORIZATION_CODE_S = 60;
/** How long the sign-in page may stay open. */
export const INTERACTION_S = HOUR_S;
const SESSION_IDLE_S = 12 * HOUR_S;
export const SESSION_S = 30 * 24 * HOUR_S;

/**
 * How long a session, or a refresh token of it, lasts from now on without being used.
 * @param signedInAt when the user entered the password, Unix seconds; undefined before that
 */
export function idleSeconds(signedInAt: number | undefined, now: number): number {
  if (signedInAt === undefined) return INTERACTION_S;
  return Math.max(1, Math.min(SESSION_IDLE_S, signedInAt + SESSION_S - now));
}
