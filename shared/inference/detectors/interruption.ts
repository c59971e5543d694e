/**
 * Waits, one after the other, that can be cut short from outside. Unlike `Promise.race` with a promise that lives
 * as long as the work, it keeps nothing of the waits that are over: their results are video frames.
 */
export class Interruption {
  #cause: { readonly reason: unknown } | undefined;
  #reject: (reason: unknown) => void = () => {};

  /** Rejects the present wait, and every later one. */
  interrupt(reason: unknown): void {
    this.#cause ??= { reason };
    this.#reject(this.#cause.reason);
  }

  wait<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#cause !== undefined) reject(this.#cause.reason);
      work.then(resolve, reject);
    });
  }
}
