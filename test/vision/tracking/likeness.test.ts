import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { LAYOUT_BYTES } from '../../../shared/vision/appearance/colour-layout.ts';
import type { Detection } from '../../../shared/vision/network/detection.ts';
import { lookDifferences } from '../../../shared/vision/tracking/likeness.ts';
import { stabilise, type TrackerFrame } from '../../../shared/vision/tracking/stabilise.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';
import { isTracklet } from '../../../shared/vision/tracking/tracklets.ts';

const SAMPLES_PER_SECOND = 5;
const COUNT = 50;
/** Two people meet in the middle and are not seen for about a second. */
const HIDDEN = { from: 22, to: 27 };

type Path = (sample: number) => number;
const random = seededRandom(3);
const [RED, BLUE] = [0, 1].map(() => Uint8Array.from({ length: LAYOUT_BYTES }, () => 90 + 76 * random())) as [
  Uint8Array,
  Uint8Array,
];

/** Each stands still at first, so that motion does not say where it will go on. */
const stays: Path = () => 300;
const opposite: Path = () => 420;

/** A view of a look: not quite the same each time. */
function view(look: Uint8Array, noise: () => number): Uint8Array {
  return look.map((byte) => byte + Math.round(6 * (noise() - 0.5)));
}

/** Two people of the given looks and ways, side by side. */
function meeting(looks: readonly (Uint8Array | undefined)[], ways: readonly Path[]): TrackerFrame[] {
  const noise = seededRandom(5);
  return Array.from({ length: COUNT }, (_, i) => ({
    frame: 6 * i,
    time: i / SAMPLES_PER_SECOND,
    detections:
      i >= HIDDEN.from && i < HIDDEN.to
        ? []
        : ways.map((way, k): Detection => {
            const look = looks[k];
            const jitter = noise() - 0.5;
            return {
              box: { x: way(i) + 2 * jitter, y: 100 + jitter, width: 60, height: 160 },
              score: 0.9,
              label: 'person',
              ...(look && { appearance: view(look, noise) }),
            };
          }),
  }));
}

/** For each track where it begins and ends. */
const ways = (frames: TrackerFrame[]) =>
  [...trackObjects(frames)].map(({ points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return [Math.round((first?.box.x ?? 0) / 60) * 60, Math.round((last?.box.x ?? 0) / 60) * 60];
  });

/** They change places while they are hidden. */
const exchanged: Path[] = [
  (i) => (i < HIDDEN.from ? stays(i) : opposite(i)),
  (i) => (i < HIDDEN.from ? opposite(i) : stays(i)),
];

test('two people who change places while they are hidden keep their identities by what they look like', () => {
  expect(ways(meeting([RED, BLUE], exchanged)).sort()).toEqual([
    [300, 420],
    [420, 300],
  ]);
});

test('those who look alike, and those of whom nothing is known, are distinguished by place', () => {
  const byPlace = [
    [300, 300],
    [420, 420],
  ];
  expect(ways(meeting([RED, RED], exchanged)).sort()).toEqual(byPlace);
  expect(ways(meeting([], exchanged)).sort()).toEqual(byPlace);
});

/** How many pairs of tracklets are compared: each stands in its own place and is seen in the samples from one to another. */
function comparedPairs(
  spans: readonly (readonly [from: number, to: number])[],
  label: (i: number) => string,
): number {
  const seen: TrackerFrame[] = Array.from({ length: 40 }, (_, sample) => ({
    frame: sample,
    time: sample / SAMPLES_PER_SECOND,
    detections: spans.flatMap(([from, to], i) =>
      sample >= from && sample < to
        ? [{ box: { x: 100 * i, y: 0, width: 50, height: 90 }, score: 0.9, label: label(i), appearance: RED }]
        : [],
    ),
  }));
  const samples = stabilise(seen, { lowScore: 0.1, cuts: new Set() });
  const tracklets = spans.flatMap((_, i) => {
    const standing = samples.flatMap(({ observations }) =>
      observations.filter(({ cx }) => cx === 100 * i + 25),
    );
    return isTracklet(standing) ? [standing] : [];
  });
  return lookDifferences(tracklets, samples).others.length;
}

test('others are those of one label that are there at the same time; of a crowd each is compared with eight', () => {
  const person = () => 'person';
  expect(
    comparedPairs(
      [
        [0, 9],
        [2, 30],
      ],
      person,
    ),
  ).toBe(1);
  expect(
    comparedPairs(
      [
        [0, 30],
        [2, 9],
      ],
      person,
    ),
  ).toBe(1);
  expect(
    comparedPairs(
      [
        [0, 9],
        [12, 30],
      ],
      person,
    ),
  ).toBe(0);
  expect(
    comparedPairs(
      [
        [0, 9],
        [2, 30],
        [20, 30],
      ],
      person,
    ),
  ).toBe(2);
  expect(
    comparedPairs(
      [
        [0, 9],
        [2, 30],
      ],
      (i) => (i === 0 ? 'person' : 'car'),
    ),
  ).toBe(0);
  const crowd = Array.from({ length: 20 }, () => [0, 9] as const);
  const within = Array.from(crowd, (_, i) => Math.min(8, crowd.length - 1 - i));
  expect(comparedPairs(crowd, person)).toBe(within.reduce((sum, count) => sum + count, 0));
});
