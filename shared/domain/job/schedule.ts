/**
 * Some workers, each with when it will be free, in seconds from now: units go to whoever is free first (list scheduling:
 * Graham, "Bounds on multiprocessing timing anomalies", 1969).
 */
export class Schedule {
  readonly #free: number[];
  #taken = 0;

  constructor(workers: number) {
    this.#free = Array<number>(workers).fill(0);
  }

  /** Workers have units in hand, with so many seconds left. Returns when the last of these is done. */
  takeUp(units: readonly number[]): number {
    for (const seconds of units) this.#free[this.#taken++] = seconds;
    return Math.max(0, ...units);
  }

  /** Units go, in their order, to whoever is free first, none before `from`. Returns when all is done, not before `end`. */
  add(units: readonly number[], end: number, from: number): number {
    let last = end;
    for (const seconds of units) {
      const worker = this.#freeFirst();
      const done = Math.max(this.#free[worker] ?? 0, from) + seconds;
      this.#free[worker] = done;
      last = Math.max(last, done);
    }
    return last;
  }

  /** The worker that is done then goes on for so many seconds. Returns when it is done with that. */
  goOn(at: number, seconds: number): number {
    const found = this.#free.indexOf(at);
    const worker = found < 0 ? this.#freeFirst() : found;
    this.#free[worker] = Math.max(this.#free[worker] ?? 0, at + seconds);
    return at + seconds;
  }

  #freeFirst(): number {
    return this.#free.indexOf(Math.min(...this.#free));
  }
}
