import { type Identity, type IdentityProvider, SignInRequired, type Tokens } from './identity-provider.ts';
import type { KnownPerson } from './known-person.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

/**
 * `expired`: the provider asks for the person again. The page stays as it is, and requests wait until the same person has signed
 * in again.
 */
export type SessionState =
  | { phase: 'signed-out'; identity: null }
  | { phase: 'signed-in' | 'expired'; identity: Identity };

/** A session at the provider was taken up that is not of the person whom this browser knows. */
export class UnknownPerson extends Error {
  constructor() {
    super('Somebody else is signed in at the identity provider');
    this.name = 'UnknownPerson';
  }
}

type Provider = Pick<IdentityProvider, 'redeem' | 'refresh' | 'revoke'>;

type Person = Pick<KnownPerson, 'isExpected' | 'remember'>;

/** How long before its end a token is renewed, so that it does not end on the way. */
const RENEW_BEFORE_MS = 30_000;

const SIGNED_OUT: SessionState = { phase: 'signed-out', identity: null };

/** The session of this tab. Its tokens are in memory and nowhere else. */
export class Session {
  readonly #provider: Provider;
  readonly #person: Person;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = SIGNED_OUT;
  #tokens: Tokens | null = null;
  #renewAt = 0;
  #renewal: Promise<void> | undefined;
  #signedInAgain = Promise.withResolvers<void>();

  /** @param now milliseconds since 1970 */
  constructor(provider: Provider, person: Person, now: () => number) {
    this.#provider = provider;
    this.#person = person;
    this.#now = now;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Null where nobody has signed in. */
  get idToken(): string | null {
    return this.#tokens?.id ?? null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Redeems the provider's answer.
   * @returns whether a session that this tab has goes on; false where another person has signed in, for whom nothing of the
   *   first may be sent: this session is over
   * @throws UnknownPerson when the password is to be asked for
   */
  async signIn(answer: URLSearchParams, attempt: SignInAttempt): Promise<boolean> {
    const { tokens, identity } = await this.#provider.redeem(answer, attempt);
    if (!this.#person.isExpected(identity, attempt)) throw new UnknownPerson();
    this.#person.remember(identity);
    const before = this.#state.identity;
    if (before !== null && !isSame(before, identity)) {
      this.signOut();
      return false;
    }
    this.#take(tokens);
    this.#change({ phase: 'signed-in', identity });
    this.#signedInAgain.resolve();
    return true;
  }

  /**
   * The value of the header `Authorization`; waits while the session is expired.
   * @throws SignInRequired when signed out; TypeError when the provider cannot be reached
   */
  async authorization(): Promise<string> {
    for (;;) {
      if (this.#state.phase === 'expired') await this.#signedInAgain.promise;
      const tokens = this.#tokens;
      if (tokens === null) throw new SignInRequired();
      if (this.#now() < this.#renewAt) return `Bearer ${tokens.access}`;
      await this.renew(`Bearer ${tokens.access}`);
    }
  }

  /**
   * Gets a new token in place of one that was refused or ends soon. Simultaneous callers share one request.
   * @param dead as `authorization` gave it
   */
  async renew(dead: string): Promise<void> {
    const tokens = this.#tokens;
    if (tokens === null || `Bearer ${tokens.access}` !== dead) return;
    this.#renewal ??= this.#refresh(tokens).finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
  }

  /** The service or the provider takes the session for ended. */
  expire(): void {
    if (this.#state.phase !== 'signed-in') return;
    this.#signedInAgain = Promise.withResolvers();
    this.#change({ ...this.#state, phase: 'expired' });
  }

  /** Forgets the session; what waits for it never goes on. */
  signOut(): void {
    this.#tokens = null;
    this.#change(SIGNED_OUT);
  }

  /** Has the provider forget the session, too; one that cannot be reached keeps nobody signed in here. */
  async revoke(): Promise<void> {
    if (this.#tokens !== null) await this.#provider.revoke(this.#tokens).catch(() => {});
  }

  async #refresh(tokens: Tokens): Promise<void> {
    try {
      const renewed = await this.#provider.refresh(tokens);
      // Signed out meanwhile: the answer comes too late.
      if (this.#tokens === tokens) this.#take(renewed);
    } catch (error) {
      if (!(error instanceof SignInRequired)) throw error;
      if (this.#tokens === tokens) this.expire();
    }
  }

  #take(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#renewAt = this.#now() + tokens.lifetimeMs - RENEW_BEFORE_MS;
  }

  #change(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const isSame = (a: Identity, b: Identity): boolean => a.issuer === b.issuer && a.subject === b.subject;
