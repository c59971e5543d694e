/** The values that were used last, by key: at most so many. */
export class RecentlyUsed<Value> {
  readonly #most: number;
  /** The one that was used last stands last. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of [...this.#values.keys()].slice(0, -this.#most)) this.#values.delete(oldest);
  }

  /** @param value only where it is this one */
  delete(key: string, value: Value): void {
    if (this.#values.get(key) === value) this.#values.delete(key);
  }
}
