import type { User } from './users.ts';

/** When the user asked to be signed out everywhere, Unix milliseconds; null: never. */
export type SignedOutAt = (subject: string) => Promise<number | null>;

/**
 * Whether a session that began then is over although it has not expired: the user was deleted or disabled, has a new
 * password, or was signed out everywhere.
 * @param signedInAt Unix seconds
 */
export async function isOver(
  user: User | null,
  signedInAt: number,
  signedOutAt: SignedOutAt,
): Promise<boolean> {
  if (user === null || user.disabledAt !== null) return true;
  // Only whole seconds of the sign-in are known: one in the same second counts as earlier, as for the API.
  return signedInAt * 1000 <= (await sessionsEndedAt(user, signedOutAt));
}

/** How long a sign-in has to wait so that its session does not count as one of those that have just been ended. */
export async function waitAfterEnd(user: User, now: number, signedOutAt: SignedOutAt): Promise<number> {
  const endedAt = await sessionsEndedAt(user, signedOutAt);
  return Math.max(0, (Math.floor(endedAt / 1000) + 1) * 1000 - now);
}

const sessionsEndedAt = async (user: User, signedOutAt: SignedOutAt): Promise<number> =>
  Math.max(user.sessionsFrom, (await signedOutAt(user.subject)) ?? 0);
