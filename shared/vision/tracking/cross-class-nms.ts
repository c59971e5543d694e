import { iou } from '../../kernel/geometry/box.ts';
import type { Detection } from '../network/detection.ts';

/** Boxes of two labels with an IoU above this show one object with two names. */
const SAME_OBJECT_IOU = 0.85;

/**
 * Non-maximum suppression between classes: of boxes of different labels on one object of a frame the surest stays. A
 * detector that suppresses duplicates within each class reports what it cannot tell apart (cat and dog, car and truck)
 * as both. Boxes of one label are left alone.
 */
export function crossClassNms(detections: readonly Detection[]): readonly Detection[] {
  if (detections.every(({ label }) => label === detections[0]?.label)) return detections;
  return detections.filter(
    ({ box, score, label }, i) =>
      !detections.some(
        (other, k) =>
          other.label !== label &&
          (other.score > score || (other.score === score && k < i)) &&
          iou(box, other.box) > SAME_OBJECT_IOU,
      ),
  );
}
