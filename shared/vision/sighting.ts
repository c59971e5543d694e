import type { Box, Detection } from './box.ts';
import { cameraMotion, compose, identity, type Similarity } from './camera-motion.ts';
import type { FrameDetections } from './trajectory.ts';

/** Centre x, centre y, width and height of a box. */
export type Place = readonly [number, number, number, number];

/** A detection in coordinates in which the camera stands still. */
export interface Sighting {
  /** Position in the list of all sightings. */
  readonly id: number;
  /** Which sampled frame. */
  readonly index: number;
  readonly place: Place;
  readonly detection: Detection;
}

/** A sampled frame with the camera's motion taken out. */
export interface Sample {
  /** Number of the shot: nothing is tracked from one into another. */
  readonly shot: number;
  /** Presentation time in units of the median sampling interval. */
  readonly time: number;
  /** From pixels of this frame to the coordinates of the shot. */
  readonly pose: Similarity;
  readonly sightings: readonly Sighting[];
}

/** The cumulated zoom stays within this factor, far from where numbers overflow; beyond, a new shot begins. */
const MAX_CUMULATED_ZOOM = 1e6;

/**
 * Expresses all detections of at least `lowScore` in the coordinates of their shot's first frame, so that what
 * follows need not know of the camera.
 * @param interval median sampling interval in seconds
 * @param cuts frames that begin a new shot
 */
export function stabilise(
  frames: readonly FrameDetections[],
  interval: number,
  { highScore, lowScore, cuts }: { highScore: number; lowScore: number; cuts: ReadonlySet<number> },
): Sample[] {
  const sureBoxes = frames.map(({ detections }) =>
    detections
      .filter(({ score }) => score >= highScore)
      .sort((a, b) => b.score - a.score)
      .map(({ box }) => box),
  );
  let id = 0;
  let shot = 0;
  let pose = identity;
  let motion = identity;
  return frames.map(({ frame, time, detections }, index) => {
    motion = cameraMotion(sureBoxes[index - 1] ?? [], sureBoxes[index] ?? [], motion);
    pose = compose(pose, motion);
    if (cuts.has(frame) || Math.abs(Math.log(pose.scale)) > Math.log(MAX_CUMULATED_ZOOM)) {
      shot++;
      pose = identity;
      motion = identity;
    }
    const sightings = detections
      .filter(({ score }) => score >= lowScore)
      .map((detection) => ({ id: id++, index, place: placeOf(detection.box, pose), detection }));
    return { shot, time: time / interval, pose, sightings };
  });
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

/** Intersection over union of two places in [0, 1]. */
export function placeIou(a: Place, b: Place): number {
  const width = Math.min(a[0] + a[2] / 2, b[0] + b[2] / 2) - Math.max(a[0] - a[2] / 2, b[0] - b[2] / 2);
  if (width <= 0) return 0;
  const height = Math.min(a[1] + a[3] / 2, b[1] + b[3] / 2) - Math.max(a[1] - a[3] / 2, b[1] - b[3] / 2);
  if (height <= 0) return 0;
  const shared = width * height;
  return shared / (a[2] * a[3] + b[2] * b[3] - shared);
}

/** IoU of the vertical extents alone, in [0, 1]. */
export const heightIou = (a: Place, b: Place): number => intervalIou(a[1], a[3], b[1], b[3]);
