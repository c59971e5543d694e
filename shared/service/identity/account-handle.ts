/** Digits of an id (UUID version 7) that are random. */
const RANDOM_DIGITS = 16;

/**
 * The handle of an account that a first sign-in makes: from its id, never from what the provider says of the person, who might choose
 * the name of another account.
 */
export const accountHandle = (accountId: string): string =>
  `user-${accountId.replaceAll('-', '').slice(-RANDOM_DIGITS)}`;
