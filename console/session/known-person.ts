import type { Identity } from './identity-provider.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

const STORED_AS = 'vms-person';

/**
 * Who has signed in here and not out again. Cookies are sent to every port of a host: on this machine another program can put
 * its own session at the provider into a browser, whose user would then work in its account. It cannot write what belongs to
 * this origin, so a session counts only where its person is the one who is known; otherwise the password is asked for.
 */
export class KnownPerson {
  readonly #storage: Storage;
  readonly #installation: string;
  readonly #sharesHost: boolean;

  /** @param sharesHost whether the provider's host is one that other programs have ports of */
  constructor(storage: Storage, installation: string, sharesHost: boolean) {
    this.#storage = storage;
    this.#installation = installation;
    this.#sharesHost = sharesHost;
  }

  /** Whether no session may be taken up without a password. */
  get isMissing(): boolean {
    return this.#sharesHost && this.#storage.getItem(STORED_AS) === null;
  }

  /** Whether a sign-in may go on as this person: they have entered the password for it, or are known. */
  isExpected(identity: Identity, { withPassword }: Pick<SignInAttempt, 'withPassword'>): boolean {
    return !this.#sharesHost || withPassword || this.#storage.getItem(STORED_AS) === this.#nameOf(identity);
  }

  remember(identity: Identity): void {
    if (!this.#sharesHost) return;
    try {
      this.#storage.setItem(STORED_AS, this.#nameOf(identity));
    } catch {
      // The browser's storage is full: the password is asked for the next time.
    }
  }

  forget(identity: Identity): void {
    if (this.#storage.getItem(STORED_AS) === this.#nameOf(identity)) this.#storage.removeItem(STORED_AS);
  }

  #nameOf({ issuer, subject }: Identity): string {
    return JSON.stringify([this.#installation, issuer, subject]);
  }
}
