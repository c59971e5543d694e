import { type Box, iou } from '../../kernel/geometry/box.ts';
import type { Detection } from '../network/detection.ts';

/** Boxes with an IoU above this show one object: a horse and its rider are closer than two horses. */
const SAME_OBJECT_IOU = { oneLabel: 0.8, twoLabels: 0.85 };

/** Sides of such boxes have at least this ratio, */
const LEAST_RATIO = 0.8;
/** and their left and upper borders lie within this share of a side. */
const GREATEST_SHIFT = 0.25;

/**
 * Greedy non-maximum suppression in one frame: of boxes on one object the surest stays, whatever their labels. A detector
 * that suppresses duplicates within each class reports what it cannot distinguish (cat and dog, car and truck) as both,
 * and some detectors repeat a box.
 * @returns the surest first; the order of the input makes no difference
 */
export function frameNms(detections: readonly Detection[]): Detection[] {
  const kept = new KeptDetections();
  return detections.toSorted(bySureness).filter((detection) => {
    const isNew = !kept.someShow(detection);
    if (isNew) kept.add(detection);
    return isNew;
  });
}

/**
 * Detections in cells by size and place. Cells are about as large as the boxes in them, and of boxes so
 * alike only a few are kept, so that each detection is compared with few, however many a frame has.
 */
class KeptDetections {
  readonly #cells = new Map<number, Detection[]>();

  add(detection: Detection): void {
    const { x, y, width, height } = detection.box;
    const [across, down] = [levelOf(width), levelOf(height)];
    const key = keyOf(across, down, cellOf(x, across), cellOf(y, down));
    const cell = this.#cells.get(key);
    if (cell) cell.push(detection);
    else this.#cells.set(key, [detection]);
  }

  /** Whether one of them shows the same object. */
  someShow(detection: Detection): boolean {
    const { x, y, width, height } = detection.box;
    // A box without an area, or with an endless one, has an IoU with none.
    if (!(width > 0 && height > 0 && Number.isFinite(Math.max(width, height) / LEAST_RATIO))) return false;
    const [shiftX, shiftY] = [GREATEST_SHIFT * width, GREATEST_SHIFT * height];
    for (let across = levelOf(LEAST_RATIO * width); across <= levelOf(width / LEAST_RATIO); across++)
      for (let down = levelOf(LEAST_RATIO * height); down <= levelOf(height / LEAST_RATIO); down++) {
        const [left, top] = [cellOf(x - shiftX, across), cellOf(y - shiftY, down)];
        const columns = cellOf(x + shiftX, across) - left;
        const rows = cellOf(y + shiftY, down) - top;
        // Counted from 0, as far from the origin a number and the next are the same.
        for (let column = 0; column <= columns; column++)
          for (let row = 0; row <= rows; row++) {
            const cell = this.#cells.get(keyOf(across, down, left + column, top + row));
            if (cell?.some((other) => showOne(other, detection))) return true;
          }
      }
    return false;
  }
}

function showOne(a: Detection, b: Detection): boolean {
  const { oneLabel, twoLabels } = SAME_OBJECT_IOU;
  return iou(a.box, b.box) > (a.label === b.label ? oneLabel : twoLabels);
}

/** Sides of one level are up to twice as long as others. */
const levelOf = (side: number): number => Math.floor(Math.log2(side));
/** The cells of a level are as large as its shortest side. */
const cellOf = (start: number, level: number): number => Math.floor(start / 2 ** level);

/** A hash of a cell: what else has the same is compared in vain. */
const keyOf = (across: number, down: number, column: number, row: number): number =>
  Math.imul(Math.imul(Math.imul(across ^ 0x5bd1, 31) + down, 0x9e3779b1) ^ column, 0x85ebca6b) ^
  Math.imul(row, 0xc2b2ae35);

/** A total order: only detections of the same box, score and label compare as equal. */
function bySureness(a: Detection, b: Detection): number {
  return b.score - a.score || byBox(a.box, b.box) || byText(a.label, b.label);
}

const byBox = (a: Box, b: Box): number => a.x - b.x || a.y - b.y || a.width - b.width || a.height - b.height;

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
