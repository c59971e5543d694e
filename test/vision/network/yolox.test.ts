import { describe, expect, test } from 'vitest';
import { decodeYolox, yoloxCellCount } from '../../../shared/vision/network/yolox.ts';

const CLASSES = 3;
const ROW = 5 + CLASSES;

/** An empty head for 64×32 pixels: grids of 8×4, 4×2 and 2×1 cells, with the given rows filled in. */
function head(rows: Record<number, readonly number[]>): Float32Array {
  const output = new Float32Array(yoloxCellCount(64, 32) * ROW);
  for (const [cell, row] of Object.entries(rows)) output.set(row, Number(cell) * ROW);
  return output;
}

const decode = (output: Float32Array, threshold = 0.5) => decodeYolox(output, 64, 32, CLASSES, threshold);

test('a head has a cell for every 8×8, 16×16 and 32×32 pixels', () => {
  expect(yoloxCellCount(416, 416)).toBe(3549);
  expect(yoloxCellCount(64, 32)).toBe(32 + 8 + 2);
});

describe('a decoded cell', () => {
  test('is centred at its offset into the grid and sized by exponentials, in strides', () => {
    // Row 1, column 2 of the grid of stride 8.
    const [candidate] = decode(head({ 10: [0.5, 0.25, Math.log(2), Math.log(3), 1, 0, 0.9, 0] }));
    expect(candidate?.classIndex).toBe(1);
    expect(candidate?.score).toBeCloseTo(0.9, 6);
    expect(candidate?.box.x).toBeCloseTo(2.5 * 8 - 8, 4);
    expect(candidate?.box.y).toBeCloseTo(1.25 * 8 - 12, 4);
    expect(candidate?.box.width).toBeCloseTo(16, 4);
    expect(candidate?.box.height).toBeCloseTo(24, 4);
  });

  test('belongs to the stride of its grid', () => {
    // The last cell: row 0, column 1 of the grid of stride 32; before it row 1, column 3 of stride 16.
    const output = head({ 41: [0, 0, 0, 0, 1, 1, 0, 0], 39: [0, 0, 0, 0, 1, 1, 0, 0] });
    expect(decode(output).map(({ box }) => box)).toEqual([
      { x: 48 - 8, y: 16 - 8, width: 16, height: 16 },
      { x: 32 - 16, y: -16, width: 32, height: 32 },
    ]);
  });

  test('counts only when objectness times its best class reaches the threshold', () => {
    const output = head({ 0: [0, 0, 0, 0, 0.75, 0, 0.5, 0.75], 1: [0, 0, 0, 0, 0.5, 1, 0, 0] });
    expect(decode(output, 0.5).map(({ score }) => score)).toEqual([0.75 * 0.75, 0.5]);
    expect(decode(output, 0.51)).toHaveLength(1);
    expect(decode(output, 0.57)).toEqual([]);
  });

  test('without a number is no candidate', () => {
    expect(decode(head({ 0: [0, 0, 0, 0, Number.NaN, 1, 1, 1] }))).toEqual([]);
    expect(decode(head({ 0: [0, 0, 0, 0, 1, Number.NaN, Number.NaN, Number.NaN] }))).toEqual([]);
  });
});

test('a head of another size is refused', () => {
  expect(() => decode(new Float32Array(7))).toThrow(RangeError);
});
