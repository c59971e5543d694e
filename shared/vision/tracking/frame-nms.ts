import { type Box, iou } from '../../kernel/geometry/box.ts';
import type { Detection } from '../network/detection.ts';

/** Boxes with an IoU above this show one object: a horse and its rider are closer than two horses. */
const SAME_OBJECT_IOU = { oneLabel: 0.8, twoLabels: 0.85 };

/**
 * Greedy non-maximum suppression in one frame: of boxes on one object the surest stays, whatever their labels. A detector
 * that suppresses duplicates within each class reports what it cannot tell apart (cat and dog, car and truck) as both,
 * and some detectors repeat a box.
 * @returns the surest first; the order of the input makes no difference
 */
export function frameNms(detections: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const detection of detections.toSorted(bySureness)) {
    if (!kept.some((other) => showOne(other, detection))) kept.push(detection);
  }
  return kept;
}

function showOne(a: Detection, b: Detection): boolean {
  // Boxes of that IoU differ at the left by less than a quarter of a width, which most pairs do not.
  if (Math.abs(a.box.x - b.box.x) > a.box.width / 4) return false;
  const { oneLabel, twoLabels } = SAME_OBJECT_IOU;
  return iou(a.box, b.box) > (a.label === b.label ? oneLabel : twoLabels);
}

/** A total order: only detections that are equal in everything compare as equal. */
function bySureness(a: Detection, b: Detection): number {
  return b.score - a.score || byBox(a.box, b.box) || byText(a.label, b.label);
}

const byBox = (a: Box, b: Box): number => a.x - b.x || a.y - b.y || a.width - b.width || a.height - b.height;

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
