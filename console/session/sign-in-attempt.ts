import type { AuthorizationServer } from 'oauth4webapi';

/** What a tab remembers of a sign-in that it began, while the provider has the page: without it no answer is taken. */
export interface SignInAttempt {
  /** RFC 7636: proves to the provider that the code is redeemed by the page that asked for it. */
  verifier: string;
  /** Tells an answer to this request from one that was brought about by another site. */
  state: string;
  /** Binds the ID token to this request (OpenID Connect Core, 3.1.2.1). */
  nonce: string;
  /** Whether the provider was asked to require for the password, whatever session it has. */
  withPassword: boolean;
  /** The page from which it began. */
  returnTo: string;
  /** What the provider said of itself, so that it is not asked again when its answer comes. */
  server: AuthorizationServer;
}

const STORED_AS = 'vms-sign-in';

export function keepAttempt(storage: Storage, attempt: SignInAttempt): void {
  storage.setItem(STORED_AS, JSON.stringify(attempt));
}

/** The attempt, which is good for one answer: it is removed. Null where none was begun in this tab. */
export function takeAttempt(storage: Storage): SignInAttempt | null {
  const text = storage.getItem(STORED_AS);
  storage.removeItem(STORED_AS);
  return text === null ? null : (JSON.parse(text) as SignInAttempt);
}
