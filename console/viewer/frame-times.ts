/** When the frames of a video are shown: what turns times of a player into frame numbers and back. */
export class FrameTimes {
  readonly #times: ArrayLike<number>;

  /** @param times presentation time of each frame in seconds, in presentation order; at least one */
  constructor(times: ArrayLike<number>) {
    if (times.length === 0) throw new RangeError('A video without frames has no frame times');
    this.#times = times;
  }

  /** The times of a player whose clock is ahead by some seconds. */
  ahead(seconds: number): FrameTimes {
    return new FrameTimes(Float64Array.from(this.#times, (time) => time + seconds));
  }

  get count(): number {
    return this.#times.length;
  }

  /** The presentation time of a frame, seconds. */
  timeOf(frame: number): number {
    return this.#times[this.clamp(frame)] as number;
  }

  /** The nearest frame that exists. */
  clamp(frame: number): number {
    return Math.min(Math.max(Math.trunc(frame), 0), this.count - 1);
  }

  /** The frame whose presentation time is nearest; of two equally near the earlier. */
  nearest(time: number): number {
    const next = this.#firstFrom(time);
    if (next === 0) return 0;
    if (next === this.count) return next - 1;
    return time - this.timeOf(next - 1) <= this.timeOf(next) - time ? next - 1 : next;
  }

  /** A time at which the frame is shown, as far from both its neighbours as can be: players round the times that they seek to. */
  middleOf(frame: number): number {
    const at = this.clamp(frame);
    return this.timeOf(at) + this.stepAfter(at) / 2;
  }

  /** How long a frame is shown, seconds; the last one as long as that before it. */
  stepAfter(frame: number): number {
    if (this.count === 1) return 0;
    const at = Math.min(this.clamp(frame), this.count - 2);
    return this.timeOf(at + 1) - this.timeOf(at);
  }

  /** The first frame that begins at or after a time; `count` where none does. */
  #firstFrom(time: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
