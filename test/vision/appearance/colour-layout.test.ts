import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import {
  CELL_BYTES,
  CELLS,
  colourLayouts,
  LAYOUT_BYTES,
} from '../../../shared/vision/appearance/colour-layout.ts';
import { layoutDifference, meanLayout } from '../../../shared/vision/appearance/layout-difference.ts';

type Rgb = readonly [number, number, number];
interface Person {
  readonly x: number;
  readonly y: number;
  readonly shirt: Rgb;
  readonly trousers: Rgb;
}

const [WIDTH, HEIGHT] = [160, 120];
const SIZE = { width: 24, height: 60 };
const RED_OVER_BLUE = { shirt: [190, 50, 40], trousers: [40, 50, 120] } as const;
const BLUE_OVER_RED = { shirt: [40, 50, 120], trousers: [190, 50, 40] } as const;
const GREEN_OVER_BLUE = { shirt: [60, 150, 60], trousers: [40, 50, 120] } as const;

const boxOf = ({ x, y }: Person) => ({ x, y, ...SIZE });

/** People, ellipses in two colours, before a grey wall; those named later in front. */
function picture(people: readonly Person[], light: Rgb = [1, 1, 1], seed = 1) {
  const random = seededRandom(seed);
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)];
    const person = people.findLast(
      (p) =>
        ((2 * (x + 0.5 - p.x)) / SIZE.width - 1) ** 2 + ((2 * (y + 0.5 - p.y)) / SIZE.height - 1) ** 2 < 1,
    );
    const colour = person && (y < person.y + SIZE.height / 2 ? person.shirt : person.trousers);
    data[i] = (colour?.[i % 3] ?? 110 + (x % 16)) * (light[i % 3] ?? 1) + 6 * (random() - 0.5);
  }
  return { width: WIDTH, height: HEIGHT, data: new Uint8Array(data.buffer) };
}

const look = (person: Person, light?: Rgb, shift = 0) => {
  const seen = picture([person], light, 1 + shift);
  const [layout] = colourLayouts(seen, [boxOf({ ...person, x: person.x + shift })]);
  return meanLayout(layout ? [layout] : []);
};

/** How different two looks are, where 1 is usual between two views of one object. */
const difference = (...views: Parameters<typeof layoutDifference>) =>
  Math.exp(layoutDifference(...views) ?? Number.NaN);

const anna = { x: 30, y: 30, ...RED_OVER_BLUE };
const bert = { x: 90, y: 40, ...BLUE_OVER_RED };
const cleo = { x: 60, y: 20, ...GREEN_OVER_BLUE };

test('a person looks the same elsewhere, in less or warmer light, and in a box that is a little off', () => {
  for (const other of [
    look({ ...anna, x: 100, y: 45 }),
    look(anna, [0.6, 0.6, 0.6]),
    look(anna, [1.15, 1, 0.85]),
    look(anna, [1, 1, 1], 2),
  ])
    expect(difference(look(anna), other)).toBeLessThan(1);
});

test('other clothes look different, even the same colours in other places', () => {
  expect(difference(look(anna), look(bert))).toBeGreaterThan(3);
  expect(difference(look(anna), look(cleo))).toBeGreaterThan(3);
});

test('a person in front hides the covered part and changes nothing of the rest', () => {
  const front = { ...cleo, x: anna.x + 13, y: anna.y + 10 };
  const [half] = colourLayouts(picture([anna, front]), [boxOf(anna), boxOf(front)]);
  expect(half?.filter((byte) => byte === 0).length).toBeGreaterThan(0);
  expect(difference(look(anna), meanLayout(half ? [half] : []))).toBeLessThan(1);
  const [mixed] = colourLayouts(picture([anna, front]), [boxOf(anna)]);
  expect(difference(look(anna), meanLayout(mixed ? [mixed] : []))).toBeGreaterThan(1.5);
});

test('nothing is said of a person of whom little is seen', () => {
  const front = { ...cleo, x: anna.x + 2, y: anna.y + 5 };
  const [behind, before] = colourLayouts(picture([anna, front]), [boxOf(anna), boxOf(front)]);
  expect(behind).toBeUndefined();
  expect(before).toHaveLength(LAYOUT_BYTES);
});

test('boxes beyond the edges, outside of the picture and without area are no errors', () => {
  const seen = picture([anna]);
  const [edge, outside, empty] = colourLayouts(seen, [
    { x: -8, y: 30, ...SIZE },
    { x: 500, y: 500, ...SIZE },
    { x: 20, y: 20, width: 0, height: 0 },
  ]);
  expect(edge).toHaveLength(LAYOUT_BYTES);
  expect(outside).toBeUndefined();
  expect(empty).toBeUndefined();
  expect(colourLayouts(seen, [])).toEqual([]);
});

test('the mean of several views ignores what some of them hide, and where both hide half nothing is compared', () => {
  const left = { ...cleo, x: anna.x - 13, y: anna.y + 10 };
  const right = { ...cleo, x: anna.x + 13, y: anna.y + 10 };
  const [fromRight] = colourLayouts(picture([anna, left]), [boxOf(anna), boxOf(left)]);
  const [fromLeft] = colourLayouts(picture([anna, right]), [boxOf(anna), boxOf(right)]);
  const views = [fromLeft, fromRight].flatMap((view) => view ?? []);
  expect(views).toHaveLength(2);
  expect(difference(look(anna), meanLayout(views))).toBeLessThan(1);
  expect(meanLayout(views).some(Number.isNaN)).toBe(false);
});

test('what all cells have in common is the light, and counts as much as one of them', () => {
  const grey = new Uint8Array(LAYOUT_BYTES).fill(100);
  /** The luma of each cell changed. */
  const lit = (by: (cell: number) => number) =>
    meanLayout([grey.map((byte, i) => byte + (i % CELL_BYTES === 0 ? by(Math.floor(i / CELL_BYTES)) : 0))]);
  const from = (by: (cell: number) => number) => difference(meanLayout([grey]), lit(by));
  const nothing = from(() => 0);
  expect(from(() => 20) - nothing).toBeLessThan((from((cell) => (cell % 2 ? 20 : -20)) - nothing) / 2);
  expect(from((cell) => (cell === 0 ? 20 : 0))).toBeGreaterThan(nothing);
  expect(CELLS).toBeGreaterThan(4);
});
