import { expect, test } from 'vitest';
import { fastStarts, type Sighting, type Sightings } from '../../../shared/vision/tracking/fast-starts.ts';
import type { LabelConfusion } from '../../../shared/vision/tracking/label-confusion.ts';
import { observationsOf } from '../../../shared/vision/tracking/observation.ts';

const POSE = { scale: 1, x: 0, y: 0 };
const toldApart: LabelConfusion = (a, b) => (a === b ? 1 : 0.2);

interface InferenceFrame {
  readonly step: number;
  readonly x: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly label?: string;
}

/** Ten samples a second; centres. */
function sighting({ step, x, y = 0, width = 40, height = 100, label = 'person' }: InferenceFrame): Sighting {
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  const [observation] = observationsOf([{ box, score: 0.9, label }], { firstId: 0, index: step, pose: POSE });
  if (!observation) throw new Error('One detection makes one observation');
  return { observation, step, time: step / 10 };
}

const single = (look: InferenceFrame): Sightings => [sighting(look)];
const places = (starts: readonly Sightings[]): number[][] =>
  starts.map((start) => start.map(({ observation }) => observation.cx));

/** One that moves by a height from sample to sample, with something else about the third sighting. */
const third = (change: Partial<InferenceFrame>) =>
  fastStarts(
    [single({ step: 0, x: 0 }), single({ step: 1, x: 100 })],
    [sighting({ step: 2, x: 200, ...change })],
    toldApart,
  );

test('three boxes on a line start a track', () => {
  expect(places(third({}))).toEqual([[0, 100, 200]]);
});

test.each([
  ['another label', { label: 'car' }],
  ['another width', { width: 150 }],
  ['another height', { height: 130 }],
  ['another speed', { x: 250 }],
  ['another direction', { y: 60 }],
])('the latest with %s does not belong to it', (_, change) => {
  expect(third(change)).toEqual([]);
});

test.each([
  ['another label', { label: 'car' }],
  ['another width', { width: 150 }],
  ['another height', { height: 130 }],
])('the first with %s does not belong to it', (_, change) => {
  const young = [single({ step: 0, x: 0, ...change }), single({ step: 1, x: 100 })];
  expect(fastStarts(young, [sighting({ step: 2, x: 200 })], toldApart)).toEqual([]);
});

test('one sample may be missed between two sightings, not two', () => {
  const young = [single({ step: 0, x: 0 }), single({ step: 2, x: 160 })];
  expect(places(fastStarts(young, [sighting({ step: 3, x: 240 })], toldApart))).toEqual([[0, 160, 240]]);
  const later = [single({ step: 0, x: 0 }), single({ step: 3, x: 150 })];
  expect(fastStarts(later, [sighting({ step: 4, x: 200 })], toldApart)).toEqual([]);
});

test('nothing is looked for beyond ten heights a second', () => {
  const at = (speed: number) =>
    fastStarts(
      [single({ step: 0, x: 0 }), single({ step: 1, x: 10 * speed })],
      [sighting({ step: 2, x: 20 * speed })],
      toldApart,
    );
  expect(at(9.9)).toHaveLength(1);
  expect(at(10.1)).toEqual([]);
});

test('a track of some sightings goes on only where all of them lie on the line', () => {
  const steady: Sightings = [0, 1, 2].map((step) => sighting({ step, x: 30 * step })) as [
    Sighting,
    ...Sighting[],
  ];
  expect(places(fastStarts([steady], [sighting({ step: 3, x: 90 })], toldApart))).toEqual([[0, 30, 60, 90]]);
  expect(fastStarts([steady], [sighting({ step: 3, x: 140 })], toldApart)).toEqual([]);
});

test('each sighting is in one start: the one that agrees best', () => {
  const young = [single({ step: 0, x: 0 }), single({ step: 0, x: 8 }), single({ step: 1, x: 100 })];
  const starts = fastStarts(young, [sighting({ step: 2, x: 195 }), sighting({ step: 2, x: 200 })], toldApart);
  expect(places(starts)).toEqual([[0, 100, 200]]);
});

/** So many boxes that lie on a line with no others. */
const strangers = (count: number, height: number): Sighting[] =>
  Array.from({ length: count }, (_, k) => sighting({ step: 2, x: 60 * k, y: 150 + ((37 * k) % 70), height }));

test('where more than ten could have come from somewhere, but not on a line, nothing is started', () => {
  const young = [
    single({ step: 0, x: 0 }),
    single({ step: 1, x: 100 }),
    ...Array.from({ length: 12 }, (_, k) => [
      single({ step: 0, x: 60 * k + 90, y: 230 }),
      single({ step: 1, x: 60 * k, y: 230 }),
    ]).flat(),
  ];
  const runner = sighting({ step: 2, x: 200 });
  expect(places(fastStarts(young, [runner, ...strangers(9, 100)], toldApart))).toContainEqual([0, 100, 200]);
  expect(fastStarts(young, [runner, ...strangers(12, 100)], toldApart)).toEqual([]);
});

test('boxes that cannot have come from anywhere do not count', () => {
  const young = [single({ step: 0, x: 0 }), single({ step: 1, x: 100 })];
  const starts = fastStarts(young, [sighting({ step: 2, x: 200 }), ...strangers(40, 10)], toldApart);
  expect(places(starts)).toEqual([[0, 100, 200]]);
});
