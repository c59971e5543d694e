import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { withAnchor, withSource } from '../../../../../console/pages/video/overlays/attach-overlay.ts';
import { newOverlay, withConfig } from '../../../../../console/pages/video/overlays/overlay-config.ts';
import { widestProportions } from '../../../../../console/viewer/overlays/ground.ts';

const pngOf = (width: number, height: number): string =>
  `data:image/png;base64,${PNG.sync.write(new PNG({ width, height })).toString('base64')}`;

/** The picture is twice as wide as high, the poster half as wide, the banner eight times. */
const SHAPES: Readonly<Record<string, number>> = { poster: 0.5, banner: 8 };
const proportions = (object: string | undefined) => (object === undefined ? 2 : (SHAPES[object] ?? 1));
const image = newOverlay('core:image', 'a');

/** How high an image is, of what is so much wider than high. */
const heightOn = (ground: number, width: unknown, source: { width: number; height: number }) =>
  (Number(width) * ground * source.height) / source.width;

test('an image starts inside what it is attached to, however tall it is, and whichever is chosen first', () => {
  const tall = { width: 10, height: 60 };
  const source = pngOf(tall.width, tall.height);
  const chosenFirst = withSource(image, source, proportions);
  expect(heightOn(2, chosenFirst.plugin?.config.width, tall)).toBeCloseTo(0.8);
  for (const [object, ground] of Object.entries(SHAPES)) {
    const attached = withAnchor(chosenFirst, object, proportions);
    expect(heightOn(ground, attached.plugin?.config.width, tall)).toBeCloseTo(0.8);
    expect(withSource(withAnchor(image, object, proportions), source, proportions)).toEqual(attached);
    expect(withAnchor(attached, undefined, proportions)).toEqual(chosenFirst);
  }
});

test('a flat image takes the same share of the width as ever, also after a tall one', () => {
  const flat = pngOf(60, 10);
  const attached = withAnchor(withSource(image, pngOf(10, 60), proportions), 'poster', proportions);
  expect(withSource(attached, flat, proportions).plugin?.config).toMatchObject({ width: 0.8 });
  expect(withSource(image, flat, proportions).plugin?.config).toMatchObject({ width: 0.3 });
});

test('an image that someone has sized keeps its size, whatever its picture is', () => {
  for (const size of [{ width: 0.5 }, { width: 0.3, height: 0.3 }]) {
    const sized = withConfig(image, size);
    const attached = withAnchor(withSource(sized, pngOf(10, 60), proportions), 'poster', proportions);
    expect(attached.plugin?.config).toMatchObject(size);
  }
});

test('what fits into the widest shape of an object fits in all frames', () => {
  const video = { width: 200, height: 100 };
  const box = (frame: number, width: number, height: number) => ({
    frame,
    time: 0,
    x: 0,
    y: 0,
    width,
    height,
  });
  const object = { id: 'a', kind: 'box', label: 'car', userLabel: null } as const;
  expect(widestProportions(undefined, video)).toBe(2);
  expect(widestProportions({ ...object, track: [box(0, 0.1, 0.2), box(5, 0.2, 0.1)] }, video)).toBe(4);
  expect(widestProportions({ ...object, track: [] }, video)).toBe(2);
  const corners = [
    { x: 0, y: 0 },
    { x: 0.1, y: 0 },
    { x: 0.1, y: 0.8 },
    { x: 0, y: 0.8 },
  ];
  const surface = { ...object, kind: 'surface', track: [{ frame: 0, time: 0, corners }] } as const;
  expect(widestProportions(surface, video)).toBeCloseTo(0.25);
});
