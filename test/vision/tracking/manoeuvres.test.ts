import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { manoeuvres } from '../../../shared/vision/tracking/manoeuvres.ts';

const [HEIGHT, RATE, LAG, COUNT] = [100, 10, 2, 100];
const SECONDS = LAG / RATE;
const evenly = Float64Array.from({ length: COUNT }, (_, k) => k / RATE);

/** The densities that a coordinate shows; `place` in box heights, seen with errors of that deviation. */
function shown(place: (time: number, k: number) => number, error = 0, times = evenly): Float64Array {
  const random = seededRandom(11);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const measured = times.map((time, k) => HEIGHT * (place(time, k) + error * normal()));
  return manoeuvres(measured, new Float64Array(times.length).fill(HEIGHT), times, LAG);
}

test.each([
  ['stands, seen with errors of 2 %,', (): number => 0, 0.02],
  ['walks steadily, seen with errors of 0.7 %,', (t: number): number => t / 2, 0.007],
])('what %s makes no manoeuvre', (_, place, error) => {
  expect(Math.max(...shown(place, error))).toBe(0);
});

test('a steady motion is none where samples are unevenly spread', () => {
  const uneven = evenly.map((time, k) => time + (k % 7 === 3 ? 0.08 : 0));
  expect(Math.max(...shown((t) => 5 * t, 0, uneven))).toBe(0);
});

test('steady braking shows the density whose second differences are as great, less what errors explain', () => {
  const acceleration = 4;
  const difference = acceleration * SECONDS ** 2;
  const density = (difference ** 2 - 6 * 0.025 ** 2) / ((2 / 3) * SECONDS ** 3);
  const densities = shown((t) => 60 * t - (acceleration / 2) * t ** 2);
  for (const value of densities.slice(3, -3)) expect(value).toBeCloseTo(density, 9);
});

test('a sudden stop shows within the lag on either side and nowhere else', () => {
  const densities = shown((t) => 1.2 * Math.min(t, 5));
  const at = [...densities.keys()].filter((k) => (densities[k] ?? 0) > 0);
  expect(at).toContain(50);
  expect(Math.min(...at)).toBeGreaterThanOrEqual(50 - 2 * LAG);
  expect(Math.max(...at)).toBeLessThanOrEqual(50 + 2 * LAG);
});

test.each([1, 2])('%i wrong boxes in a row are no manoeuvre', (count) => {
  expect(Math.max(...shown((_, k) => (k >= 50 && k < 50 + count ? 0.7 : 0)))).toBe(0);
});

test('a track with too few samples for a second difference shows nothing', () => {
  expect(Math.max(...shown((t, k) => (k < 2 * LAG ? t ** 2 : Number.NaN)))).toBe(0);
});

test('a turn shows beside a sample in which nothing was detected, and in a run of five samples', () => {
  const turn = (t: number): number => 0.8 * Math.abs(t - 5);
  for (const missed of [47, 48, 51, 52])
    expect(
      Math.max(...shown((t, k) => (k === missed ? Number.NaN : turn(t)))),
      `without ${missed}`,
    ).toBeGreaterThan(0);
  const short = Float64Array.from({ length: 5 }, (_, k) => k / RATE);
  expect(Math.max(...shown((t) => 2 * Math.abs(t - 0.2), 0, short))).toBeGreaterThan(0);
});
