import { expect, test } from 'vitest';
import { SummedArea } from '../../../shared/vision/picture/summed-area.ts';

/** Another value in every pixel. */
const levelAt = (x: number, y: number, salt: number): number => ((x * 31 + y * 17 + salt) % 23) - 11;

const fillWith = (salt: number) => (y: number, row: Float64Array) => {
  for (let x = 0; x < row.length; x++) row[x] = levelAt(x, y, salt);
};

function directSum(x: number, y: number, side: number, salt: number): number {
  let sum = 0;
  for (let v = y; v < y + side; v++) for (let u = x; u < x + side; u++) sum += levelAt(u, v, salt);
  return sum;
}

function expectSums(area: SummedArea, width: number, height: number, salt: number): void {
  for (const side of [1, 2, 4])
    for (let y = 0; y <= height - side; y++)
      for (let x = 0; x <= width - side; x++) expect(area.sum(x, y, side)).toBe(directSum(x, y, side, salt));
}

test('sums over all squares, those at the border included, are those of their pixels', () => {
  expectSums(SummedArea.of(9, 6, fillWith(1)), 9, 6, 1);
});

test('a picture that is filled in later leaves nothing of the one before, whatever its size', () => {
  const area = SummedArea.of(9, 6, fillWith(1));
  for (const [salt, [width, height]] of (
    [
      [5, 7],
      [12, 8],
      [12, 8],
      [4, 4],
    ] as const
  ).entries()) {
    area.fill(width, height, fillWith(salt));
    expectSums(area, width, height, salt);
  }
});
