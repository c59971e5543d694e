import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { noiseFor } from '../../../shared/vision/tracking/box-kalman-filter.ts';
import { measuredNoise } from '../../../shared/vision/tracking/measured-noise.ts';
import { Observation, type Sample } from '../../../shared/vision/tracking/observation.ts';

const [HEIGHT, RATE, LAG, SCALE] = [100, 10, 2, 0.1];
const SECONDS = LAG / RATE;
const MEASURE = { highScore: 0.6, confusion: () => 1, motionScale: SCALE, lag: LAG, seconds: SECONDS };

/**
 * Objects far from each other, driven by white acceleration (heights per second to the power of 1.5), with air drag so
 * that none outruns its box, and seen with independent errors (heights).
 */
function film(count: number, accelerationAt: (index: number) => number, jitter: number): Sample[] {
  const random = seededRandom(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [steps, drag] = [10, 0.1];
  const step = 1 / (RATE * steps);
  const objects = Array.from({ length: 12 }, (_, k) => ({ place: [100_000 * k, 0], velocity: [0, 0] }));
  return Array.from({ length: count }, (_, index) => {
    const push = accelerationAt(index) * HEIGHT * Math.sqrt(step);
    const observations = objects.map(({ place, velocity }, k) => {
      for (let n = 0; n < steps; n++) {
        for (const axis of [0, 1]) {
          place[axis] = (place[axis] ?? 0) + step * (velocity[axis] ?? 0);
          velocity[axis] = (1 - drag * step) * (velocity[axis] ?? 0) + push * normal();
        }
      }
      const seen = (axis: 0 | 1) => (place[axis] ?? 0) + jitter * HEIGHT * normal();
      const values = Float64Array.of(seen(0), seen(1), 60, HEIGHT, 0.9);
      return new Observation('car', { firstId: 12 * index + k, index, values }, 0);
    });
    return { frame: index, time: index / RATE, shot: 0, pose: { scale: 1, x: 0, y: 0 }, observations };
  });
}

const measured = (samples: readonly Sample[]): number => measuredNoise(samples, MEASURE).acceleration.centre;

test.each([
  [0.3, 0],
  [0.3, 0.02],
  [0.6, 0],
  [0.6, 0.02],
])(
  'an acceleration of %d is found 1.4 times as great, whether detections err by nothing or by %d',
  (acceleration, jitter) => {
    const ratio = measured(film(400, () => acceleration, jitter)) / (1.4 * acceleration);
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  },
);

test('jitter alone is no acceleration', () => {
  const least = noiseFor(SCALE, SECONDS, 0.2).acceleration.centre;
  expect(measured(film(400, () => 0, 0.005))).toBeCloseTo(least, 10);
});

test('a few observations say nothing of the acceleration', () => {
  expect(
    measuredNoise(
      film(5, () => 0.6, 0),
      MEASURE,
    ),
  ).toEqual(noiseFor(SCALE, SECONDS));
});

test('of a long video stretches up to its end are looked at', () => {
  const calm = film(2000, () => 0, 0);
  const calmAtFirst = film(2000, (index) => (index < 1000 ? 0 : 0.6), 0);
  expect(measured(calmAtFirst)).toBeGreaterThan(2 * measured(calm));
});
