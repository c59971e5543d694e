import { describe, expect, test } from 'vitest';
import { fitCalibration } from '../../../research/calibration/fit-calibration.ts';
import type { JudgedDetection } from '../../../research/calibration/judge.ts';
import { measure } from '../../../research/calibration/measurement.ts';
import { calibrationError, reliability } from '../../../research/calibration/reliability.ts';
import { calibrationReport } from '../../../research/calibration/report.ts';
import { balanced, tradeOffs, withPrecision } from '../../../research/calibration/trade-offs.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { type Calibration, calibrated, uncalibrated } from '../../../shared/vision/network/calibration.ts';
import { sampledRows } from '../../support/run/long.ts';

/** Detections that are right with a probability drawn from [0, 1], reported by a detector that needs this calibration. */
function simulated(count: number, calibration: Calibration, seed = 1): JudgedDetection[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const probability = 0.02 + 0.96 * random();
    return {
      score: uncalibrated(probability, calibration),
      label: random() < 0.7 ? 'cup' : 'fork',
      right: random() < probability,
    };
  });
}

/** Ten detections a picture. */
const inPictures = (detections: readonly JudgedDetection[]): JudgedDetection[][] =>
  Array.from({ length: Math.ceil(detections.length / 10) }, (_, i) => detections.slice(10 * i, 10 * i + 10));

const objects = new Map([
  ['cup', 1000],
  ['fork', 500],
]);

describe.each(
  sampledRows([
    ['sure of nothing', { a: 1, b: 1, c: 1.71 }],
    ['too sure', { a: 0.6, b: 0.6, c: -0.8 }],
    ['timid', { a: 1.8, b: 1.8, c: 0.4 }],
    ['too sure of little and timid with much', { a: 0.7, b: 1.5, c: 0.3 }],
    ['right as it is', { a: 1, b: 1, c: 0 }],
  ]),
)('the calibration of a detector that is %s', { tags: 'sampled' }, (_, truth) => {
  test('is recovered from what it says', () => {
    const fitted = fitCalibration(simulated(20_000, truth));
    expect(Math.abs(fitted.a / truth.a - 1)).toBeLessThan(0.1);
    expect(Math.abs(fitted.b / truth.b - 1)).toBeLessThan(0.1);
    expect(Math.abs(fitted.c - truth.c)).toBeLessThan(0.25);
    for (const probability of [0.1, 0.3, 0.5, 0.7, 0.9])
      expect(Math.abs(calibrated(uncalibrated(probability, truth), fitted) - probability)).toBeLessThan(
        0.015,
      );
  });

  test('makes scores of pictures that it was not fitted to the share of right answers', () => {
    const fitted = fitCalibration(simulated(10_000, truth, 2));
    const others = simulated(10_000, truth, 3);
    expect(
      calibrationError(others.map((each) => ({ ...each, score: calibrated(each.score, fitted) }))),
    ).toBeLessThan(0.02);
  });
});

test('a few certain scores do not upset the fit', () => {
  const detections = [
    ...simulated(2000, { a: 1, b: 1, c: 0 }),
    { score: 1, right: true },
    { score: 0, right: false },
  ];
  const { a, b, c } = fitCalibration(detections);
  for (const error of [a - 1, b - 1, c]) expect(Math.abs(error)).toBeLessThan(0.5);
});

test('a side of the scores that contradicts the other is left out of account', () => {
  const detections = simulated(4000, { a: 1, b: 1, c: 0 }).map((each) =>
    each.score > 0.6 ? { ...each, right: each.score < 0.7 } : each,
  );
  const { a, b } = fitCalibration(detections);
  expect(Math.min(a, b)).toBe(0.01);
  expect(Math.max(a, b)).toBeGreaterThan(0.01);
});

test('a perfect separation has a finite calibration', () => {
  const detections = Array.from({ length: 200 }, (_, i) => ({ score: (i + 0.5) / 200, right: i >= 100 }));
  const { a, b, c } = fitCalibration(detections);
  expect(Math.min(a, b)).toBeGreaterThan(1);
  expect([a, b, c].every(Number.isFinite)).toBe(true);
});

test('the expected calibration error is the mean distance of precision and score, by tenths', () => {
  const detections = [
    { score: 0.95, right: true },
    { score: 0.91, right: false },
    { score: 1, right: true },
    { score: 0.25, right: false },
  ];
  expect(reliability(detections)).toEqual([
    { from: 0.2, to: 0.3, count: 1, meanScore: 0.25, precision: 0 },
    {
      from: 0.9,
      to: 1,
      count: 3,
      meanScore: expect.closeTo(0.9533, 4),
      precision: expect.closeTo(0.6667, 4),
    },
  ]);
  expect(calibrationError(detections)).toBeCloseTo((0.25 + 3 * (0.95333 - 0.66667)) / 4, 4);
  expect(calibrationError([])).toBe(0);
});

test('trade-offs count all detections of a score together', () => {
  const judged = (score: number, right: boolean) => ({ score, right, label: 'cup' });
  const all = tradeOffs([judged(0.5, false), judged(0.9, true), judged(0.5, true), judged(0.2, false)], 4);
  expect(all).toEqual([
    { score: 0.9, precision: 1, recall: 0.25 },
    { score: 0.5, precision: 2 / 3, recall: 0.5 },
    { score: 0.2, precision: 0.5, recall: 0.5 },
  ]);
  expect(balanced(all)?.score).toBe(0.5);
  expect(withPrecision(all, 0.9)?.score).toBe(0.9);
  expect(withPrecision(all, 0.6)?.score).toBe(0.5);
  expect(withPrecision([], 0.6)).toBeUndefined();
});

describe('a measurement', () => {
  const truth = { a: 1, b: 1, c: 1.71 };
  const judged = { pictures: inPictures(simulated(3000, truth)), objects };

  test('of a detector that is sure of nothing recommends its calibration', () => {
    const measured = measure(judged);
    expect(measured.error).toBeGreaterThan(0.15);
    expect(measured.heldOutError).toBeLessThan(0.05);
    expect(measured.labels.map(({ label, objects: count }) => [label, count])).toEqual([
      ['cup', 1000],
      ['fork', 500],
    ]);
    const report = calibrationReport('a detector', judged, measured);
    const written = /"calibration": (\{.*\})/.exec(report)?.[1] ?? '';
    expect(JSON.parse(written)).toEqual({
      a: expect.closeTo(measured.calibration.a, 3),
      b: expect.closeTo(measured.calibration.b, 3),
      c: expect.closeTo(measured.calibration.c, 3),
    });
  });

  test('is held out: each half of the pictures is calibrated by the other', () => {
    const [even, odd] = [simulated(1000, { a: 1, b: 1, c: 2 }, 4), simulated(1000, { a: 1, b: 1, c: -2 }, 5)];
    const pictures = inPictures(even).flatMap((picture, i) => [picture, inPictures(odd)[i] ?? []]);
    const { error, heldOutError } = measure({ pictures, objects });
    expect(heldOutError).toBeGreaterThan(error);
    const report = calibrationReport('two detectors', { pictures, objects }, measure({ pictures, objects }));
    expect(report).toMatch(/leave it out\.$/);
    expect(report).not.toContain('"calibration"');
  });

  test('needs right and wrong detections in both halves', () => {
    const few = { pictures: inPictures(simulated(40, truth)), objects };
    expect(() => measure(few)).toThrow(expect.objectContaining({ code: 'TOO_FEW_DETECTIONS' }));
  });

  test('of scores that say nothing gives no calibration', () => {
    const pictures = judged.pictures.map((picture) =>
      picture.map((each) => ({ ...each, right: !each.right })),
    );
    expect(() => measure({ pictures, objects })).toThrow(
      expect.objectContaining({ code: 'SCORES_SAY_NOTHING' }),
    );
  });
});
