import type { Box } from '../../shared/kernel/geometry/box.ts';

/**
 * One line of a MOTChallenge file: `frame,id,x,y,w,h,confidence[,class[,visibility]]`, frames from 1, boxes in
 * pixels (https://motchallenge.net/instructions).
 */
export interface MotRow {
  readonly frame: number;
  readonly id: number;
  readonly box: Box;
  /** A detection's score; in ground truth 0 marks a row that is not evaluated. 1 where absent. */
  readonly confidence: number;
  /** MOT17 class: 1 is a pedestrian. −1 where absent. */
  readonly category: number;
}

/** @throws SyntaxError naming the first line that is not a row of numbers */
export function parseMot(text: string): MotRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const fields = line.split(',').map(Number);
    const [frame, id, x, y, width, height, confidence = 1, category = -1] = fields;
    if (
      frame === undefined ||
      id === undefined ||
      x === undefined ||
      y === undefined ||
      width === undefined ||
      height === undefined ||
      !fields.every(Number.isFinite)
    ) {
      throw new SyntaxError(`Line ${index + 1} is not a MOT row: ${line.slice(0, 80)}`);
    }
    return [{ frame, id, box: { x, y, width, height }, confidence, category }];
  });
}

export function formatMot(rows: readonly MotRow[]): string {
  return rows
    .map(({ frame, id, box, confidence }) =>
      [
        frame,
        id,
        ...[box.x, box.y, box.width, box.height].map((value) => value.toFixed(2)),
        confidence,
        -1,
        -1,
        -1,
      ].join(),
    )
    .concat('')
    .join('\n');
}

/** Rows by frame. */
export function byFrame(rows: readonly MotRow[]): Map<number, MotRow[]> {
  return Map.groupBy(rows, ({ frame }) => frame);
}
