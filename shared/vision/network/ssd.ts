import type { Candidate } from './nms.ts';

/** Numbers of a box: left, top, right, bottom. */
const BOX_FIELDS = 4;

/**
 * Reads the outputs of an SSD (arXiv:1512.02325) whose graph has applied its anchors: `boxes` is `[count, 4]`, left, top, right
 * and bottom as fractions of the network's input, `scores` `[count, classCount]`, each a probability of its own. The boxes of
 * candidates are in pixels of the input and may reach beyond it. One candidate a box at most: its best class, when that
 * reaches `scoreThreshold`.
 * @throws RangeError when the outputs are not of one count of boxes
 */
export function decodeSsd(
  boxes: Float32Array,
  scores: Float32Array,
  inputWidth: number,
  inputHeight: number,
  classCount: number,
  scoreThreshold: number,
): Candidate[] {
  const count = boxes.length / BOX_FIELDS;
  if (scores.length !== count * classCount)
    throw new RangeError(
      `${scores.length} values are not scores of ${count} boxes and ${classCount} classes`,
    );
  const candidates: Candidate[] = [];
  for (let i = 0; i < count; i++) {
    const row = scores.subarray(i * classCount, (i + 1) * classCount);
    const score = row.reduce((most, value) => Math.max(most, value), 0);
    if (!(score >= scoreThreshold)) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(i * BOX_FIELDS, (i + 1) * BOX_FIELDS);
    candidates.push({
      box: {
        x: left * inputWidth,
        y: top * inputHeight,
        width: (right - left) * inputWidth,
        height: (bottom - top) * inputHeight,
      },
      score,
      classIndex: row.indexOf(score),
    });
  }
  return candidates;
}
