import type { Candidate } from './nms.ts';

/** One level of the head: the grid of one stride, row by row. */
export interface GflLevel {
  /** Class probabilities, `[cells, classCount]`. */
  readonly scores: Float32Array;
  /** Logits of the distances left, top, right, bottom, `[cells, 4 × bins]`, in strides. */
  readonly distances: Float32Array;
  /** Network pixels per cell. */
  readonly stride: number;
}

/**
 * Decodes a Generalized Focal Loss head (arXiv:2006.04388; PicoDet, arXiv:2111.00902): each side of a box is
 * the expectation over a softmax of its bins, counted in strides from the centre of the cell. Boxes are in
 * pixels of the network's input and may reach beyond it. One candidate a cell at most: its best class, when
 * its probability reaches `scoreThreshold`.
 * @throws RangeError when a level does not have the size that input and class count demand
 */
export function decodeGfl(
  levels: readonly GflLevel[],
  inputWidth: number,
  inputHeight: number,
  classCount: number,
  scoreThreshold: number,
): Candidate[] {
  return levels.flatMap(({ scores, distances, stride }) => {
    const columns = Math.ceil(inputWidth / stride);
    const cells = columns * Math.ceil(inputHeight / stride);
    const bins = distances.length / cells / 4;
    if (scores.length !== cells * classCount || !Number.isInteger(bins))
      throw new RangeError(`the head of stride ${stride} does not fit ${inputWidth}×${inputHeight}`);
    const candidates: Candidate[] = [];
    for (let cell = 0; cell < cells; cell++) {
      const row = cell * classCount;
      let best = row;
      for (let i = row + 1; i < row + classCount; i++)
        if ((scores[i] as number) > (scores[best] as number)) best = i;
      const score = scores[best] as number;
      if (!(score >= scoreThreshold)) continue;
      const side = (index: number): number =>
        stride * expectation(distances, (cell * 4 + index) * bins, bins);
      const x = ((cell % columns) + 0.5) * stride - side(0);
      const y = (Math.floor(cell / columns) + 0.5) * stride - side(1);
      const right = ((cell % columns) + 0.5) * stride + side(2);
      const bottom = (Math.floor(cell / columns) + 0.5) * stride + side(3);
      candidates.push({
        box: { x, y, width: right - x, height: bottom - y },
        score,
        classIndex: best - row,
      });
    }
    return candidates;
  });
}

/** Expected index under the softmax of `bins` logits from `start` on. */
function expectation(logits: Float32Array, start: number, bins: number): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = start; i < start + bins; i++) max = Math.max(max, logits[i] as number);
  let sum = 0;
  let weighted = 0;
  for (let i = 0; i < bins; i++) {
    const weight = Math.exp((logits[start + i] as number) - max);
    sum += weight;
    weighted += weight * i;
  }
  return weighted / sum;
}
