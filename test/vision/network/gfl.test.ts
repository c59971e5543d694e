import { describe, expect, test } from 'vitest';
import { decodeGfl, type GflLevel } from '../../../shared/vision/network/gfl.ts';

const CLASSES = 2;
const BINS = 8;

/** A level of `columns × rows` cells without any object. */
function level(stride: number, columns: number, rows: number): GflLevel {
  const cells = columns * rows;
  return {
    scores: new Float32Array(cells * CLASSES),
    distances: new Float32Array(cells * 4 * BINS),
    stride,
  };
}

/** Makes the distance of one side exactly `bin` strides. */
function point({ distances }: GflLevel, cell: number, side: number, bin: number): void {
  distances[(cell * 4 + side) * BINS + bin] = 1000;
}

describe('a decoded cell', () => {
  test('reaches from the centre of its cell by the expected distance to each side, in strides', () => {
    const coarse = level(16, 3, 2);
    coarse.scores[4 * CLASSES + 1] = 0.75;
    for (const [side, bin] of [1, 2, 3, 4].entries()) point(coarse, 4, side, bin);
    // Cell 4 is row 1, column 1: centre (24, 24).
    expect(decodeGfl([level(8, 5, 4), coarse], 40, 32, CLASSES, 0.5)).toEqual([
      { box: { x: 24 - 16, y: 24 - 32, width: 64, height: 96 }, score: 0.75, classIndex: 1 },
    ]);
  });

  test('averages its bins by their softmax', () => {
    const fine = level(8, 2, 2);
    fine.scores[0] = 1;
    // Left: bins 2 and 3 alike. The other sides: all bins alike, which is 3.5 strides.
    point(fine, 0, 0, 2);
    point(fine, 0, 0, 3);
    const [candidate] = decodeGfl([fine], 16, 16, CLASSES, 0.5);
    expect(candidate?.box.x).toBeCloseTo(4 - 2.5 * 8, 6);
    expect(candidate?.box.width).toBeCloseTo((2.5 + 3.5) * 8, 6);
  });

  test('counts only when its best class reaches the threshold', () => {
    const fine = level(8, 2, 2);
    fine.scores.set([0.5, 0.25], 0);
    fine.scores.set([0.25, Number.NaN], 2);
    expect(decodeGfl([fine], 16, 16, CLASSES, 0.5)).toMatchObject([{ classIndex: 0, score: 0.5 }]);
    expect(decodeGfl([fine], 16, 16, CLASSES, 0.51)).toEqual([]);
  });
});

test('a grid covers an input that its stride does not divide', () => {
  const coarse = level(64, 7, 7);
  expect(decodeGfl([coarse], 416, 416, CLASSES, 0.5)).toEqual([]);
});

test('a level of another size is refused', () => {
  expect(() => decodeGfl([level(8, 2, 2)], 24, 16, CLASSES, 0.5)).toThrow(RangeError);
});
