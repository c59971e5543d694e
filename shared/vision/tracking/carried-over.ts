import { type Box, iou } from '../../kernel/geometry/box.ts';
import type { Detection } from '../network/detection.ts';

/** Boxes that overlap by this much are of one object. */
const SAME_OBJECT_IOU = 0.5;

/**
 * The carried-over detections of a sample that no detector has seen, since nothing has changed since the last inference frame.
 * Where nothing has changed up to the next one either, both inference frames show the same picture, and a
 * detection has the mean of what they give the object, 0 where the second does not find it: a false alarm in one
 * inference frame should not count as often as the sample is repeated. Where the picture has changed by then, the second one says
 * nothing about what was there.
 * @param before detections of the inference frame before
 * @param after detections of the inference frame after
 * @param hasChanged whether something has happened in a box between the two inference frames
 */
export const carriedOver = (
  before: readonly Detection[],
  after: readonly Detection[],
  hasChanged: (box: Box) => boolean,
): Detection[] =>
  before.map((detection) =>
    hasChanged(detection.box)
      ? detection
      : { ...detection, score: (detection.score + scoreAt(detection.box, after)) / 2 },
  );

/** How sure the detector is of an object there, whatever it calls it. */
const scoreAt = (box: Box, detections: readonly Detection[]): number =>
  detections.reduce(
    (most, other) => (iou(box, other.box) >= SAME_OBJECT_IOU ? Math.max(most, other.score) : most),
    0,
  );
