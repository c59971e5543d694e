/** Something that lasts until a moment, which may move. */
export class Lasting {
  readonly #listeners = new Set<() => void>();
  #until = 0;

  /** Milliseconds since 1970; in the past: it is over, or has not been. */
  get until(): number {
    return this.#until;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected change(until: number): void {
    this.#until = until;
    for (const listener of this.#listeners) listener();
  }
}
