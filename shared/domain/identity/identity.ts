/** A person as their identity provider names them: `iss` and `sub` of OpenID Connect, which together are unique. */
export interface IdentityName {
  issuer: string;
  subject: string;
}

/** A person who may use the console, and the account that they work in. */
export interface Identity extends IdentityName {
  identityId: string;
  accountId: string;
  /** Whether the account is known to be stored. It is made after the identity, by the first request that gets so far. */
  hasAccount: boolean;
  createdAt: string;
  /** ISO 8601; `null`: may use the console. */
  disabledAt: string | null;
  /** ISO 8601: sessions that began before it are over. `null`: all are open. */
  signedOutAt: string | null;
}

export const isEnabled = ({ disabledAt }: Pick<Identity, 'disabledAt'>): boolean => disabledAt === null;

/**
 * Whether a session is not one of those that the person ended with "sign out everywhere". Providers report its beginning in
 * whole seconds: one that began in the second of the sign-out counts as ended.
 * @param begunAt milliseconds since the epoch
 */
export const isSessionOpen = ({ signedOutAt }: Pick<Identity, 'signedOutAt'>, begunAt: number): boolean =>
  signedOutAt === null || begunAt > Date.parse(signedOutAt);
