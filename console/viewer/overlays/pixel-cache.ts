interface Entry<Value> {
  readonly value: Value;
  readonly pixels: number;
  usedIn: number;
}

/**
 * Keeps decoded or drawn pictures within a number of pixels, those that were used last. What the present drawing uses is not
 * removed for what it needs further: else one with too many pictures would make all of them again each time.
 */
export class PixelCache<Key, Value> {
  readonly #most: number;
  readonly #removed: (value: Value) => void;
  /** The least recently used first. */
  readonly #entries = new Map<Key, Entry<Value>>();
  #pixels = 0;
  #drawing = 0;

  /**
   * @param most pixels in all
   * @param removed called with each value that is removed
   */
  constructor(most: number, removed: (value: Value) => void = () => undefined) {
    this.#most = most;
    this.#removed = removed;
  }

  /** A drawing begins. */
  begin(): void {
    this.#drawing += 1;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.usedIn = this.#drawing;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Whether so many more pixels have room now; makes it where it can. */
  makeRoom(pixels: number): boolean {
    for (const [key, { usedIn }] of this.#entries) {
      if (this.#pixels + pixels <= this.#most || usedIn === this.#drawing) break;
      this.remove(key);
    }
    return this.#pixels + pixels <= this.#most;
  }

  /** Keeps a value, in place of the key's former one. */
  set(key: Key, value: Value, pixels: number): void {
    this.remove(key);
    this.#entries.set(key, { value, pixels, usedIn: this.#drawing });
    this.#pixels += pixels;
  }

  remove(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#pixels -= entry.pixels;
    this.#removed(entry.value);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.remove(key);
  }
}
