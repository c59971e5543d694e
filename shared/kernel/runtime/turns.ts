/** Has work on the same thing done one after the other, in the order in which it was asked for, within this process. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * @param wait settles when the caller no longer waits
   * @returns what ends the caller's turn, or null where it did not come in time
   */
  async take(key: string, wait: () => Promise<void>): Promise<{ end: () => void; waited: boolean } | null> {
    const before = this.#last.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, promise);
    const end = (): void => {
      resolve();
      if (this.#last.get(key) === promise) this.#last.delete(key);
    };
    if (before === undefined) return { end, waited: false };
    const isOwn = await Promise.race([before.then(() => true), wait().then(() => false)]);
    if (isOwn) return { end, waited: true };
    void before.then(end);
    return null;
  }
}
