import { expect, test } from 'vitest';
import { iou } from '../../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';
import { type Actor, film, trackAll } from './film.ts';

const standing = [0, 1, 2, 3, 4].map(
  (k): Actor => ({ label: 'person', at: () => ({ x: 50 + 150 * k, y: 700, width: 80, height: 200 }) }),
);
/** From left to right, y 100; `speed` in heights a second. */
const runner = (speed: number, hidden: readonly [number, number] = [0, 0], y = 100): Actor => ({
  label: 'person',
  at: (t) => ({ x: 200 * speed * t, y, width: 80, height: 200 }),
  score: (t) => (t > hidden[0] && t < hidden[1] ? 0 : 0.9),
});
const above = (tracks: readonly Track[]): Track[] =>
  tracks.filter(({ points }) => (points[0]?.box.y ?? 0) < 600);
const lengths = (tracks: readonly Track[]): number[] => tracks.map(({ points }) => points.length);

const rates = [4, 5, 7.5, 8, 10, 12, 15, 25, 30];
const speeds = [1.5, 2.5, 3, 4, 6];
test.each(rates.flatMap((rate) => speeds.map((speed): [number, number] => [rate, speed])))(
  'who is fast is one track at %d samples a second and %d heights a second, alone and past five who stand',
  (rate, speed) => {
    const alone = trackAll(film(3, [runner(speed)], rate));
    expect(lengths(alone)).toEqual([Math.floor(3 * rate)]);
    const among = trackAll(film(3, [...standing, runner(speed)], rate));
    expect(lengths(above(among))).toEqual([Math.floor(3 * rate)]);
    expect(among).toHaveLength(6);
    for (const { time, box } of above(among)[0]?.points ?? [])
      expect(iou(box, runner(speed).at(time)), `${time} s`).toBeGreaterThan(0.8);
  },
);

test.each([5, 8, 15])(
  'who is fast for a tenth of a long video is one track at %i samples a second',
  (rate) => {
    const passing: Actor = { ...runner(3), score: (t) => (t < 2 ? 0.9 : 0) };
    expect(lengths(above(trackAll(film(20, [...standing, passing], rate))))).toEqual([2 * rate]);
  },
);

test.each([5, 8, 15, 25])(
  'who is fast is the same after half a second behind something, at %i samples a second',
  (rate) => {
    const tracks = trackAll(film(4, [...standing, runner(2.5, [1.9, 2.4])], rate));
    expect(lengths(above(tracks))).toEqual([4 * rate]);
  },
);

test('who is fast in a race of twelve is a track of its own', () => {
  const lanes = Array.from({ length: 12 }, (_, k) => runner(3 + 0.05 * k, [0, 0], 210 * k));
  const tracks = trackAll(film(3, lanes, 8));
  expect(lengths(tracks)).toEqual(lanes.map(() => 24));
  for (const { points } of tracks)
    expect(new Set(points.map(({ box }) => Math.round(box.y / 210))).size).toBe(1);
});

test('who is fast and missed for one sample right after coming in is still one track from the first on', () => {
  const missed: Actor = { ...runner(3), score: (t) => (Math.abs(t - 0.1) < 0.01 ? 0 : 0.9) };
  expect(lengths(above(trackAll(film(3, [...standing, missed], 10))))).toEqual([30]);
});

test('twenty false alarms a sample, in random places, are not taken for as many who are fast', () => {
  const random = seededRandom(11);
  const frames = film(30, [], 10).map((frame) => ({
    ...frame,
    detections: Array.from({ length: 20 }, () => ({
      label: 'person',
      score: 0.8,
      box: { x: 1900 * random(), y: 900 * random(), width: 60, height: 150 },
    })),
  }));
  const falsePoints = lengths(trackAll(frames)).reduce((sum, length) => sum + length, 0);
  expect(falsePoints).toBeLessThan(0.01 * 20 * frames.length);
});

test.each([
  ['runs, is hidden for half a second and stands', (t: number) => Math.min(t, 2)],
  ['stands, is hidden for half a second and runs', (t: number) => Math.max(t, 2)],
])('who %s is the same', (_, moving) => {
  const changing: Actor = {
    label: 'person',
    at: (t) => ({ x: 400 * moving(t), y: 100, width: 80, height: 200 }),
    score: (t) => (t > 1.95 && t < 2.45 ? 0 : 0.9),
  };
  expect(lengths(above(trackAll(film(4, [...standing, changing], 10))))).toEqual([40]);
});
