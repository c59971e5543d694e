import type { Box } from '../../kernel/geometry/box.ts';
import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import { HIDDEN, LAYOUT_BYTES } from '../appearance/colour-layout.ts';
import type { Similarity } from '../camera/similarity.ts';
import type { Detection } from '../network/detection.ts';

/** What an observation keeps in the array of its sample: its box and its score. */
const VALUES = 5;

/**
 * A detection as a box in shot coordinates: those of the first frame of its shot, in which the camera stands still. It
 * is a view of numbers that all observations of a sample keep in one array, as an hour of a crowd has a million of them:
 * as fields of objects they would take three times the memory.
 */
export class Observation implements CentredBox {
  /** Position in the list of all observations. */
  readonly id: number;
  /** Position of its sample in the list of samples. */
  readonly index: number;
  readonly label: string;
  readonly #values: Float64Array;
  readonly #at: number;

  /** @param at where its values begin in those of its sample */
  constructor(id: number, index: number, label: string, values: Float64Array, at: number) {
    this.id = id;
    this.index = index;
    this.label = label;
    this.#values = values;
    this.#at = at;
  }

  get cx(): number {
    return this.#values[this.#at] as number;
  }

  get cy(): number {
    return this.#values[this.#at + 1] as number;
  }

  get width(): number {
    return this.#values[this.#at + 2] as number;
  }

  get height(): number {
    return this.#values[this.#at + 3] as number;
  }

  /** In [0, 1]. */
  get score(): number {
    return this.#values[this.#at + 4] as number;
  }

  /** The same observation in another list. */
  numbered(id: number): Observation {
    return new Observation(id, this.index, this.label, this.#values, this.#at);
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
  return detections.map(({ box, score, label }, i) => {
    const { cx, cy, width, height } = toShot(box, pose);
    values.set([cx, cy, width, height, score], VALUES * i);
    return new Observation(firstId + i, index, label, values, VALUES * i);
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
