import { type Detection, iou } from '../../kernel/geometry/box.ts';

/** Boxes of two labels that coincide by more than this IoU are one object with two names. */
const SAME_OBJECT = 0.85;

/**
 * Of boxes of different labels on one object of a frame the surest: a detector that suppresses doubles within each
 * class reports what it cannot tell apart (cat and dog, car and truck) as both. Boxes of one label are left alone.
 */
export function withoutSecondNames(detections: readonly Detection[]): readonly Detection[] {
  if (detections.every(({ label }) => label === detections[0]?.label)) return detections;
  return detections.filter(
    ({ box, score, label }, i) =>
      !detections.some(
        (other, k) =>
          other.label !== label &&
          (other.score > score || (other.score === score && k < i)) &&
          iou(box, other.box) > SAME_OBJECT,
      ),
  );
}
