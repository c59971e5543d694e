import type { Candidate } from './nms.ts';

const STRIDES = [8, 16, 32] as const;

/** Fields before the class scores in a row: tx, ty, tw, th, objectness. */
const BOX_FIELDS = 5;

/** How many cells the three grids of a YOLOX head have together, for an input in pixels. */
export function yoloxCellCount(inputWidth: number, inputHeight: number): number {
  return STRIDES.reduce((sum, s) => sum + Math.floor(inputWidth / s) * Math.floor(inputHeight / s), 0);
}

/**
 * Decodes the raw head of YOLOX (arXiv:2107.08430): `output` is `[cells, 5 + classCount]`, the grids of stride
 * 8, 16 and 32 one after the other, each row by row; objectness and class scores are probabilities already.
 * Boxes are in pixels of the network's input and may reach beyond it. One candidate a cell at most: its best
 * class, when `objectness × class score` reaches `scoreThreshold`.
 * @throws RangeError when `output` does not have the size that input and class count demand
 */
export function decodeYolox(
  output: Float32Array,
  inputWidth: number,
  inputHeight: number,
  classCount: number,
  scoreThreshold: number,
): Candidate[] {
  const rowLength = BOX_FIELDS + classCount;
  if (output.length !== yoloxCellCount(inputWidth, inputHeight) * rowLength)
    throw new RangeError(
      `${output.length} values are not a YOLOX head for ${inputWidth}×${inputHeight} and ${classCount} classes`,
    );
  const candidates: Candidate[] = [];
  const at = (index: number): number => output[index] as number;
  let row = 0;
  for (const stride of STRIDES) {
    const columns = Math.floor(inputWidth / stride);
    const cells = columns * Math.floor(inputHeight / stride);
    for (let cell = 0; cell < cells; cell++, row += rowLength) {
      const objectness = at(row + 4);
      if (!(objectness >= scoreThreshold)) continue;
      let classIndex = 0;
      for (let c = 1; c < classCount; c++)
        if (at(row + BOX_FIELDS + c) > at(row + BOX_FIELDS + classIndex)) classIndex = c;
      const score = objectness * at(row + BOX_FIELDS + classIndex);
      if (!(score >= scoreThreshold)) continue;
      const width = Math.exp(at(row + 2)) * stride;
      const height = Math.exp(at(row + 3)) * stride;
      const centerX = (at(row) + (cell % columns)) * stride;
      const centerY = (at(row + 1) + Math.floor(cell / columns)) * stride;
      candidates.push({
        box: { x: centerX - width / 2, y: centerY - height / 2, width, height },
        score,
        classIndex,
      });
    }
  }
  return candidates;
}
