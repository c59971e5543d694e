import type { Box } from '../../kernel/geometry/box.ts';
import { cameraMotion } from '../camera/camera-motion.ts';
import { compose, identity, type Similarity } from '../camera/similarity.ts';
import { withoutSecondNames } from './cross-class-nms.ts';
import type { FrameDetections } from './track.ts';

/** Centre x, centre y, width and height of a box. */
export type Place = readonly [number, number, number, number];

/** A detection in coordinates in which the camera stands still. */
export interface Sighting {
  /** Position in the list of all sightings. */
  readonly id: number;
  /** Which sampled frame. */
  readonly index: number;
  readonly place: Place;
  /** In [0, 1]. */
  readonly score: number;
  readonly label: string;
}

/** A sampled frame with the camera's motion taken out. */
export interface Sample {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
  /** Number of the shot: nothing is tracked from one into another. */
  readonly shot: number;
  /** From pixels of this frame to the coordinates of the shot. */
  readonly pose: Similarity;
  readonly sightings: readonly Sighting[];
}

/** The cumulated zoom stays within this factor, far from where numbers overflow; beyond, a new shot begins. */
const MAX_CUMULATED_ZOOM = 1e6;

/**
 * Expresses all detections of at least `lowScore` in the coordinates of their shot's first frame, so that what
 * follows need not know of the camera. Each frame is looked at once and not kept.
 * @param cuts frames that begin a new shot
 */
export function stabilise(
  frames: Iterable<FrameDetections>,
  { highScore, lowScore, cuts }: { highScore: number; lowScore: number; cuts: ReadonlySet<number> },
): Sample[] {
  const samples: Sample[] = [];
  let id = 0;
  let shot = 0;
  let pose = identity;
  let motion = identity;
  let before: readonly Box[] = [];
  for (const { frame, time, detections, motion: seen } of frames) {
    const sure = detections.filter(({ score }) => score >= highScore).sort((a, b) => b.score - a.score);
    const boxes = sure.map(({ box }) => box);
    // Pictures show what stands still; boxes only what may move.
    motion = seen ?? cameraMotion(before, boxes, motion);
    before = boxes;
    pose = compose(pose, motion);
    if (cuts.has(frame) || Math.abs(Math.log(pose.scale)) > Math.log(MAX_CUMULATED_ZOOM)) {
      shot++;
      pose = identity;
      motion = identity;
    }
    const sightings: Sighting[] = [];
    for (const { box, score, label } of withoutSecondNames(detections.filter((d) => d.score >= lowScore))) {
      sightings.push({ id: id++, index: samples.length, place: placeOf(box, pose), score, label });
    }
    samples.push({ frame, time, shot, pose, sightings });
  }
  return samples;
}

/** Seconds from one sample to the next; 1 where nothing can be said. */
export function medianInterval(samples: readonly Sample[]): number {
  const intervals = Float64Array.from(samples.slice(1), ({ time }, i) => time - (samples[i]?.time ?? 0));
  const median = intervals.sort()[intervals.length >> 1] ?? 0;
  return median > 0 ? median : 1;
}

const placeOf = ({ x, y, width, height }: Box, pose: Similarity): Place => [
  pose.scale * (x + width / 2) + pose.x,
  pose.scale * (y + height / 2) + pose.y,
  pose.scale * width,
  pose.scale * height,
];

/** The box of a place, in pixels of the frame that has the given pose. */
export function boxAt([x, y, width, height]: Place, pose: Similarity): Box {
  return {
    x: (x - width / 2 - pose.x) / pose.scale,
    y: (y - height / 2 - pose.y) / pose.scale,
    width: width / pose.scale,
    height: height / pose.scale,
  };
}

/** Overlap of two intervals given by centre and length, over what they cover together. */
const intervalIou = (a: number, aLength: number, b: number, bLength: number): number => {
  const shared = Math.min(a + aLength / 2, b + bLength / 2) - Math.max(a - aLength / 2, b - bLength / 2);
  return shared > 0 ? shared / (aLength + bLength - shared) : 0;
};

/** The area that two places share, in squared units of the shot's coordinates. */
export function placeIntersection(a: Place, b: Place): number {
  const width = Math.min(a[0] + a[2] / 2, b[0] + b[2] / 2) - Math.max(a[0] - a[2] / 2, b[0] - b[2] / 2);
  if (width <= 0) return 0;
  const height = Math.min(a[1] + a[3] / 2, b[1] + b[3] / 2) - Math.max(a[1] - a[3] / 2, b[1] - b[3] / 2);
  return height <= 0 ? 0 : width * height;
}

/** Intersection over union of two places in [0, 1]. */
export function placeIou(a: Place, b: Place): number {
  const shared = placeIntersection(a, b);
  return shared === 0 ? 0 : shared / (a[2] * a[3] + b[2] * b[3] - shared);
}

/** IoU of the vertical extents alone, in [0, 1]. */
export const heightIou = (a: Place, b: Place): number => intervalIou(a[1], a[3], b[1], b[3]);
