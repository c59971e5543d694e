import type { Identity } from './identity-provider.ts';

/** The name under which something of a video is kept. */
export const nameOf = (kind: string, videoId: string): string => `${kind} ${videoId}`;

/** Whether this is such a name, of this video. */
export const isOf = (name: string, videoId: string): boolean => name.endsWith(` ${videoId}`);

/**
 * What this browser keeps for a person over reloads: drafts, and which uploads are open. It is kept by installation, issuer,
 * subject and account, so that nobody else who signs in here sees it, and goes when the person signs out. Presigned addresses
 * and secrets do not belong here.
 */
export class UserStorage {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #isWritten: (name: string) => boolean;

  /**
   * @param installation as the configuration names it
   * @param isWritten whether what has this name is written still: nothing is once the person has signed out, not even by pages that
   *   go out of view then
   */
  constructor(
    storage: Storage,
    installation: string,
    { issuer, subject }: Identity,
    isWritten: (name: string) => boolean,
  ) {
    this.#storage = storage;
    this.#isWritten = isWritten;
    this.#prefix = `vms:${JSON.stringify([installation, issuer, subject])}:`;
  }

  read(account: string, name: string): string | null {
    return this.#storage.getItem(this.#nameOf(account, name));
  }

  /** @throws DOMException when the browser's storage is full */
  write(account: string, name: string, text: string): void {
    if (this.#isWritten(name)) this.#storage.setItem(this.#nameOf(account, name), text);
  }

  remove(account: string, name: string): void {
    this.#storage.removeItem(this.#nameOf(account, name));
  }

  /** Removes everything kept of a video, whatever account it is of. */
  removeOf(videoId: string): void {
    for (const stored of this.#names()) {
      const [, name] = JSON.parse(stored.slice(this.#prefix.length)) as [account: string, name: string];
      if (isOf(name, videoId)) this.#storage.removeItem(stored);
    }
  }

  /** Whether nothing of this person is kept, of any account. */
  get isEmpty(): boolean {
    return this.#names().length === 0;
  }

  /** Removes everything of this person, of all accounts. */
  clear(): void {
    for (const name of this.#names()) this.#storage.removeItem(name);
  }

  #names(): string[] {
    const names = Array.from({ length: this.#storage.length }, (_, i) => this.#storage.key(i) ?? '');
    return names.filter((name) => name.startsWith(this.#prefix));
  }

  #nameOf(account: string, name: string): string {
    return `${this.#prefix}${JSON.stringify([account, name])}`;
  }
}
