/**
 * Workers with the time at which each becomes free, in seconds from now. A unit goes to the first free worker (list scheduling:
 * Graham, "Bounds on multiprocessing timing anomalies", 1969).
 */
export class Schedule {
  readonly #free: number[];
  #taken = 0;

  constructor(workers: number) {
    this.#free = Array<number>(workers).fill(0);
  }

  /** Units in progress, one per worker, by the seconds left. Returns when the last of them is done. */
  takeUp(units: readonly number[]): number {
    for (const seconds of units) this.#free[this.#taken++] = seconds;
    return Math.max(0, ...units);
  }

  /** Assigns units in order to the first free worker, none before `from`. Returns when all are done, at least `end`. */
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

  /** The worker that becomes free at `at` continues for `seconds`. Returns when it is done. */
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
