import type { Noise } from './box-filter.ts';
import { type Motion, predict, still, update } from './kalman.ts';
import type { Place, Sample } from './sighting.ts';
import type { Tracklet } from './tracklets.ts';

/**
 * Std of a detector's jitter in box heights: what smoothing may take away. It is smaller than the measurement error
 * that the filters of the tracker use, most of which (occlusion, swaying) is slow and cannot be averaged out.
 */
const JITTER = 0.015;
/** An object with its whole past and future known may turn faster than the tracker expects. */
const AGILITY = { centre: Math.SQRT2, size: 3 };
/** The first sighting knows nothing of where the object was before. */
const UNKNOWN = 1000;

/**
 * Where the object was in every sample from the first to the last sighting: jitter is averaged out and gaps are
 * bridged along the motion on both sides (Rauch, Tung & Striebel, "Maximum likelihood estimates of linear dynamic
 * systems", AIAA Journal 1965).
 */
export function smoothed(tracklet: Tracklet, samples: readonly Sample[], noise: Noise): Place[] {
  const first = tracklet[0].index;
  const span = samples.slice(first, (tracklet.at(-1)?.index ?? first) + 1);
  const seen: (Place | undefined)[] = span.map(() => undefined);
  for (const { index, place } of tracklet) seen[index - first] = place;
  const times = Float64Array.from(span, ({ time }) => time);
  const [x, y] = [axis(seen, times, 0, noise, 'centre'), axis(seen, times, 1, noise, 'centre')];
  const [width, height] = [axis(seen, times, 2, noise, 'size'), axis(seen, times, 3, noise, 'size')];
  return span.map((_, k): Place => [x[k] ?? 0, y[k] ?? 0, width[k] ?? 0, height[k] ?? 0]);
}

function axis(
  seen: readonly (Place | undefined)[],
  times: Float64Array,
  coordinate: 0 | 1 | 2 | 3,
  { speed, acceleration }: Noise,
  kind: 'centre' | 'size',
): Float64Array {
  let height = seen[0]?.[3] ?? 0;
  let motion = still(seen[0]?.[coordinate] ?? 0, UNKNOWN * height, speed[kind] * height);
  const predictions = new Motions(seen.length);
  const estimates = new Motions(seen.length);
  for (let k = 0; k < seen.length; k++) {
    const place = seen[k];
    height = place?.[3] ?? height;
    const density = (acceleration[kind] * AGILITY[kind] * height) ** 2;
    if (k > 0) motion = predict(motion, elapsed(times, k), density);
    predictions.set(k, motion);
    if (place) motion = update(motion, place[coordinate], (JITTER * height) ** 2);
    estimates.set(k, motion);
  }
  return backwardPass(estimates, predictions, times);
}

/** States of a filter over time: a video has millions of them. */
class Motions {
  readonly positions: Float64Array;
  readonly #rest: Float64Array;

  constructor(length: number) {
    this.positions = new Float64Array(length);
    this.#rest = new Float64Array(4 * length);
  }

  set(k: number, { position, velocity, pp, pv, vv }: Motion): void {
    this.positions[k] = position;
    this.#rest[4 * k] = velocity;
    this.#rest[4 * k + 1] = pp;
    this.#rest[4 * k + 2] = pv;
    this.#rest[4 * k + 3] = vv;
  }

  at(k: number): Motion {
    return {
      position: at(this.positions, k),
      velocity: at(this.#rest, 4 * k),
      pp: at(this.#rest, 4 * k + 1),
      pv: at(this.#rest, 4 * k + 2),
      vv: at(this.#rest, 4 * k + 3),
    };
  }
}

/** Indices lie within their bounds here; the fallback only satisfies the type. */
const at = (array: Float64Array, index: number): number => array[index] ?? Number.NaN;

const elapsed = (times: Float64Array, k: number): number => at(times, k) - at(times, k - 1);

/** Overwrites the positions of the estimates with those that know the future. */
function backwardPass(estimates: Motions, predictions: Motions, times: Float64Array): Float64Array {
  const { positions } = estimates;
  let next = estimates.at(positions.length - 1);
  for (let k = positions.length - 2; k >= 0; k--) {
    next = revised(estimates.at(k), predictions.at(k + 1), next, elapsed(times, k + 1));
    positions[k] = next.position;
  }
  return positions;
}

/** The estimate after the future is known: gain P Fᵀ (P⁻)⁻¹ on the difference between the future and its prediction. */
function revised(estimate: Motion, prediction: Motion, next: Motion, time: number): Motion {
  const { pp, pv, vv } = prediction;
  const determinant = pp * vv - pv ** 2;
  const position = next.position - prediction.position;
  const velocity = next.velocity - prediction.velocity;
  const byPosition = (vv * position - pv * velocity) / determinant;
  const byVelocity = (pp * velocity - pv * position) / determinant;
  return {
    ...estimate,
    position: estimate.position + (estimate.pp + time * estimate.pv) * byPosition + estimate.pv * byVelocity,
    velocity: estimate.velocity + (estimate.pv + time * estimate.vv) * byPosition + estimate.vv * byVelocity,
  };
}
