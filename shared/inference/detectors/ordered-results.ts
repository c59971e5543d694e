import type { Detection, FrameDetections } from '../../vision/network/detection.ts';
import type { SampledFrame } from './detector.ts';
import type { FrameResult } from './frame-detector.ts';

/** Puts results, which several threads finish in any order, back into the order of the frames. */
export class OrderedResults {
  readonly #expected: Pick<SampledFrame, 'frame' | 'time'>[] = [];
  readonly #finished = new Map<number, readonly Detection[]>();
  #sequence = 0;

  /** Number of frames whose results have not been taken. */
  get pending(): number {
    return this.#expected.length;
  }

  /** Announces the next frame, and numbers it. */
  expect({ frame, time }: Pick<SampledFrame, 'frame' | 'time'>): number {
    this.#expected.push({ frame, time });
    return this.#sequence++;
  }

  add(results: readonly FrameResult[]): void {
    for (const { sequence, detections } of results) this.#finished.set(sequence, detections);
  }

  /** Hands out the results in order. */
  *take(): Generator<FrameDetections, void> {
    for (;;) {
      const sequence = this.#sequence - this.#expected.length;
      const detections = this.#finished.get(sequence);
      const frame = this.#expected[0];
      if (detections === undefined || frame === undefined) return;
      this.#finished.delete(sequence);
      this.#expected.shift();
      yield { ...frame, detections };
    }
  }
}
