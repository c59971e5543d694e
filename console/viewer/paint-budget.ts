/** Share of the time between two frames that painting them may take; the rest is the player's and the page's. */
const MOST_OF_INTERVAL = 0.4;

/** Weight of the newest frame in the average: about the last ten frames count. */
const NEWEST = 0.1;

/** Frames before the average is believed: the first ones compile and allocate. */
const WARM_UP = 10;

/** Tells whether a machine paints pictures fast enough to do so during playback. */
export class PaintBudget {
  #share = 0;
  #frames = 0;

  /**
   * Notes a painted frame.
   * @param spentMs how long painting took
   * @param intervalMs time until the next frame, at the present speed
   */
  note(spentMs: number, intervalMs: number): void {
    if (intervalMs <= 0) return;
    this.#frames += 1;
    const weight = Math.max(NEWEST, 1 / this.#frames);
    this.#share += weight * (spentMs / intervalMs - this.#share);
  }

  get exceeded(): boolean {
    return this.#frames >= WARM_UP && this.#share > MOST_OF_INTERVAL;
  }

  /** Gives painting another chance, with a picture of another size or at another speed. */
  reset(): void {
    this.#share = 0;
    this.#frames = 0;
  }
}
