import { describe, expect, test } from 'vitest';
import { fitCalibration } from '../../../bench/calibration/fit-calibration.ts';
import type { JudgedDetection } from '../../../bench/calibration/judge.ts';
import { measure } from '../../../bench/calibration/measurement.ts';
import { calibrationError, reliability } from '../../../bench/calibration/reliability.ts';
import { calibrationReport } from '../../../bench/calibration/report.ts';
import { balanced, tradeOffs, withPrecision } from '../../../bench/calibration/trade-offs.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { type Calibration, calibrated, uncalibrated } from '../../../shared/vision/network/calibration.ts';

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

describe.each([
  ['sure of nothing', { slope: 1, intercept: 1.71 }],
  ['too sure', { slope: 0.6, intercept: -0.8 }],
  ['timid', { slope: 1.8, intercept: 0.4 }],
  ['right as it is', { slope: 1, intercept: 0 }],
])('the calibration of a detector that is %s', (_, truth) => {
  test('is recovered from what it says', () => {
    const { slope, intercept } = fitCalibration(simulated(40_000, truth));
    expect(slope / truth.slope).toBeCloseTo(1, 1);
    expect(Math.abs(slope / truth.slope - 1)).toBeLessThan(0.03);
    expect(Math.abs(intercept - truth.intercept)).toBeLessThan(0.06);
  });

  test('makes scores of pictures that it was not fitted to the share of right answers', () => {
    const fitted = fitCalibration(simulated(20_000, truth, 2));
    const others = simulated(20_000, truth, 3);
    expect(
      calibrationError(others.map((each) => ({ ...each, score: calibrated(each.score, fitted) }))),
    ).toBeLessThan(0.02);
  });
});

test('a few certain scores do not upset the fit', () => {
  const detections = [
    ...simulated(2000, { slope: 1, intercept: 0 }),
    { score: 1, right: true },
    { score: 0, right: false },
  ];
  expect(fitCalibration(detections).slope).toBeCloseTo(1, 0);
});

test('a perfect separation has a finite calibration', () => {
  const detections = Array.from({ length: 200 }, (_, i) => ({ score: (i + 0.5) / 200, right: i >= 100 }));
  const { slope, intercept } = fitCalibration(detections);
  expect(slope).toBeGreaterThan(1);
  expect(Number.isFinite(slope) && Number.isFinite(intercept)).toBe(true);
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
  const truth = { slope: 1, intercept: 1.71 };
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
      slope: expect.closeTo(measured.calibration.slope, 3),
      intercept: expect.closeTo(measured.calibration.intercept, 3),
    });
  });

  test('is held out: each half of the pictures is calibrated by the other', () => {
    const [even, odd] = [
      simulated(1000, { slope: 1, intercept: 2 }, 4),
      simulated(1000, { slope: 1, intercept: -2 }, 5),
    ];
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
