/** A clock that moves only when the test advances it, with its timers. Times in Unix milliseconds. */
export class ManualClock {
  #time: number;
  #pending: { at: number; callback: () => void }[] = [];
  #onChange: (() => void)[] = [];

  constructor(start: number) {
    this.#time = start;
  }

  readonly now = (): number => this.#time;

  /** Sets a timer; the returned function cancels it. */
  readonly timer = (delayMs: number, callback: () => void): (() => void) => {
    const entry = { at: this.#time + delayMs, callback };
    this.#pending.push(entry);
    this.#changed();
    return () => {
      this.#pending = this.#pending.filter((other) => other !== entry);
      this.#changed();
    };
  };

  /** Resolves when a timer is pending. */
  timerSet = (): Promise<void> => this.#until(() => this.#pending.length > 0);

  /** Resolves when no timer is pending. */
  timersCancelled = (): Promise<void> => this.#until(() => this.#pending.length === 0);

  /** Advances the clock and runs the timers that are due, in order of time. */
  advance(milliseconds: number): void {
    this.#time += milliseconds;
    const due = this.#pending.filter(({ at }) => at <= this.#time).sort((a, b) => a.at - b.at);
    this.#pending = this.#pending.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#onChange.push(resolve));
  }

  #changed(): void {
    for (const notify of this.#onChange.splice(0)) notify();
  }
}
