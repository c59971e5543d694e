import { CommandFailure } from '../../cli/failures.ts';
import { decimal } from '../../cli/values.ts';
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

/** What a tracker can take: ten columns at most, and coordinates whose products are still exact enough to compare. */
const COLUMNS = { detection: 7, truth: 6, most: 10 };
const FARTHEST = 1e9;

/**
 * Reads detections for the tracker: at least seven columns, sizes above 0, scores from 0 to 1.
 * @param name what errors call the file
 * @throws CommandFailure naming the file and the first line that is wrong
 */
export function parseDetections(text: string, name: string): MotRow[] {
  return parseLines(text, name, COLUMNS.detection, ({ box, confidence }) => {
    if (!(box.width > 0)) return `the width is ${box.width}; it must be above 0`;
    if (!(box.height > 0)) return `the height is ${box.height}; it must be above 0`;
    if (!(confidence >= 0 && confidence <= 1)) return `the score is ${confidence}; it must be from 0 to 1`;
    const far = Object.entries(box).find(([, value]) => Math.abs(value) > FARTHEST);
    return far && `${far[0]} is ${far[1]}; at most ${FARTHEST} pixels are possible`;
  });
}

/**
 * Reads ground truth, or tracks: rows may lack a confidence, and what is not evaluated may have any box.
 * @param name what errors call the file
 * @throws CommandFailure naming the file and the first line that is wrong
 */
export const parseTruth = (text: string, name: string): MotRow[] => parseLines(text, name, COLUMNS.truth);

/** @param flawOf what is wrong with a row of numbers, if anything */
function parseLines(
  text: string,
  name: string,
  leastColumns: number,
  flawOf: (row: MotRow) => string | undefined = () => undefined,
): MotRow[] {
  const rows: MotRow[] = [];
  let number = 0;
  for (const line of linesOf(text.replace(/^\uFEFF/, ''))) {
    number++;
    if (line.trim() === '') continue;
    const refuse = (flaw: string): never => {
      throw new CommandFailure('MOT_INVALID', `${name}:${number}: ${flaw}`);
    };
    const columns = columnsOf(line);
    if (columns < leastColumns || columns > COLUMNS.most)
      refuse(`${columns} columns; ${leastColumns} to ${COLUMNS.most} are expected`);
    const texts = line.split(',').map((field) => field.trim());
    const fields = texts.map((field, column) => decimal(field) ?? refuse(notANumber(field, column)));
    const [frame = 0, id = 0, x = 0, y = 0, width = 0, height = 0, confidence = 1, category = -1] = fields;
    if (!(Number.isSafeInteger(frame) && frame >= 1))
      refuse(`the frame is ${texts[0]}; it must be a whole number from 1`);
    const row = { frame, id, box: { x, y, width, height }, confidence, category };
    const flaw = flawOf(row);
    if (flaw !== undefined) refuse(flaw);
    rows.push(row);
  }
  return rows;
}

// Neither lines nor columns are counted by splitting: an array cannot hold as many as the longest text has.

function columnsOf(line: string): number {
  let columns = 1;
  for (let at = line.indexOf(','); at !== -1; at = line.indexOf(',', at + 1)) columns++;
  return columns;
}

function* linesOf(text: string): Generator<string> {
  for (let begin = 0; begin <= text.length; ) {
    const end = text.indexOf('\n', begin);
    yield text.slice(begin, end === -1 ? undefined : end);
    if (end === -1) return;
    begin = end + 1;
  }
}

const notANumber = (field: string, column: number): string =>
  field === ''
    ? `column ${column + 1} is empty`
    : `column ${column + 1} is no decimal number: ${JSON.stringify(field.slice(0, 40))}`;

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
