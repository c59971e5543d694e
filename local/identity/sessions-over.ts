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
  const from = Math.max(user.sessionsFrom, (await signedOutAt(user.subject)) ?? 0);
  // Only whole seconds of the sign-in are known: one in the same second counts as later.
  return signedInAt < Math.floor(from / 1000);
}
