import type { Box } from '../../kernel/geometry/box.ts';
import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import { HIDDEN, LAYOUT_BYTES } from '../appearance/colour-layout.ts';
import type { Similarity } from '../camera/similarity.ts';
import type { Detection } from '../network/detection.ts';

/** What all observations of a sample have in common. */
interface Numbers {
  /** Id of the first one. */
  readonly firstId: number;
  /** Position of the sample in the list of samples. */
  readonly index: number;
  /** Box and score of each, one after the other. */
  readonly values: Float64Array;
}
const VALUES = 5;

/**
 * A detection as a box in shot coordinates: those of the first frame of its shot, in which the camera stands still. It
 * is a view of numbers that all observations of a sample keep together, as an hour of a crowd has a million of them:
 * as fields of objects they would take four times the memory.
 */
export class Observation implements CentredBox {
  readonly label: string;
  readonly #numbers: Numbers;
  /** Its position among those of its sample. */
  readonly #i: number;

  constructor(label: string, numbers: Numbers, i: number) {
    this.label = label;
    this.#numbers = numbers;
    this.#i = i;
  }

  /** Position in the list of all observations. */
  get id(): number {
    return this.#numbers.firstId + this.#i;
  }

  /** Position of its sample in the list of samples. */
  get index(): number {
    return this.#numbers.index;
  }

  get cx(): number {
    return this.#numbers.values[VALUES * this.#i] as number;
  }

  get cy(): number {
    return this.#numbers.values[VALUES * this.#i + 1] as number;
  }

  get width(): number {
    return this.#numbers.values[VALUES * this.#i + 2] as number;
  }

  get height(): number {
    return this.#numbers.values[VALUES * this.#i + 3] as number;
  }

  /** In [0, 1]. */
  get score(): number {
    return this.#numbers.values[VALUES * this.#i + 4] as number;
  }

  /** The observations of a sample, numbered from another id on. */
  static renumbered(observations: readonly Observation[], firstId: number): Observation[] {
    const [first] = observations;
    if (!first) return [];
    const numbers = { ...first.#numbers, firstId };
    return observations.map((observation) => new Observation(observation.label, numbers, observation.#i));
  }
}

/**
 * The detections of a sample as observations.
 * @param firstId the id of the first one
 * @param index position of the sample in the list of samples
 */
export function observationsOf(
  detections: readonly Detection[],
  { firstId, index, pose }: { firstId: number; index: number; pose: Similarity },
): Observation[] {
  const values = new Float64Array(VALUES * detections.length);
  const numbers = { firstId, index, values };
  return detections.map(({ box, score, label }, i) => {
    const { cx, cy, width, height } = toShot(box, pose);
    const at = VALUES * i;
    values[at] = cx;
    values[at + 1] = cy;
    values[at + 2] = width;
    values[at + 3] = height;
    values[at + 4] = score;
    return new Observation(label, numbers, i);
  });
}

/** A sampled frame with the camera's motion taken out. */
export interface Sample {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
  /** Number of the shot: nothing is tracked from one into another. */
  readonly shot: number;
  /** From pixels of this frame to shot coordinates. */
  readonly pose: Similarity;
  readonly observations: readonly Observation[];
  /** The colour layouts of its observations, one after the other; absent where none is known. */
  readonly appearances?: Uint8Array;
}

/** Whether the colour layout of an observation is known. */
export function isDescribed(observation: Observation, samples: readonly Sample[]): boolean {
  const { appearances } = samples[observation.index] ?? {};
  if (!appearances) return false;
  const begin = layoutStart(observation, samples);
  for (let at = begin; at < begin + LAYOUT_BYTES; at++) if (appearances[at] !== HIDDEN) return true;
  return false;
}

/** The colour layout of an observation of which it is known. */
export function appearanceOf(observation: Observation, samples: readonly Sample[]): Uint8Array {
  const begin = layoutStart(observation, samples);
  const { appearances } = samples[observation.index] ?? {};
  return appearances?.subarray(begin, begin + LAYOUT_BYTES) ?? new Uint8Array(LAYOUT_BYTES);
}

const layoutStart = ({ id, index }: Observation, samples: readonly Sample[]): number =>
  LAYOUT_BYTES * (id - (samples[index]?.observations[0]?.id ?? id));

/** Seconds from one sample to the next; 1 where nothing can be said. */
export function medianInterval(samples: readonly Sample[]): number {
  const intervals = Float64Array.from(samples.slice(1), ({ time }, i) => time - (samples[i]?.time ?? 0));
  const median = intervals.sort()[intervals.length >> 1] ?? 0;
  return median > 0 ? median : 1;
}

/** From pixels of the frame that has the given pose to shot coordinates. */
const toShot = ({ x, y, width, height }: Box, pose: Similarity): CentredBox => ({
  cx: pose.scale * (x + width / 2) + pose.x,
  cy: pose.scale * (y + height / 2) + pose.y,
  width: pose.scale * width,
  height: pose.scale * height,
});

/** From shot coordinates to pixels of the frame that has the given pose. */
export const toFrame = ({ cx, cy, width, height }: CentredBox, pose: Similarity): Box => ({
  x: (cx - width / 2 - pose.x) / pose.scale,
  y: (cy - height / 2 - pose.y) / pose.scale,
  width: width / pose.scale,
  height: height / pose.scale,
});
