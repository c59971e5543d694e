import { describe, expect } from 'vitest';
import type { ViewerLayer, ViewerObject, ViewerOverlay } from '../../../console/viewer/viewer-document.ts';
import { test } from '../support/browser-test.ts';
import { countDecoded, filled, layer, overlay, twoColumns } from './made-overlays.ts';
import { CLIPS, makeClip } from './numbered-clips.ts';
import { goto, openClip, SCENE } from './open-clip.ts';
import { shownPixels } from './shown-pixels.ts';

const clip = await makeClip(CLIPS['30 frames a second']);

const near = (value: number) => expect.closeTo(value, 1.5);

describe('a shape', () => {
  test('fills its share of the picture, around its position', async ({ page }) => {
    await using _ = await openClip(page, clip, {
      layers: [layer(overlay('a', 'core:shape', filled('#ff0000', 0.4, 0.2), 0.3, 0.6))],
    });
    await goto(page, 5);
    const extent = (await shownPixels(page, clip)).extentOf('red');
    expect(extent?.left).toBeCloseTo(0.1, 1.5);
    expect(extent?.right).toBeCloseTo(0.5, 1.5);
    expect(extent?.top).toBeCloseTo(0.5, 1.5);
    expect(extent?.bottom).toBeCloseTo(0.7, 1.5);
  });

  test('is seen from the first to the last frame of its span, and in no other', async ({ page }) => {
    await using _ = await openClip(page, clip, {
      layers: [
        layer(overlay('a', 'core:shape', filled('#ff0000', 0.4, 0.2, { firstFrame: 10, lastFrame: 12 }))),
      ],
    });
    const seen = [];
    for (const frame of [9, 10, 12, 13]) {
      await goto(page, frame);
      seen.push((await shownPixels(page, clip)).colourAt(0.5, 0.5));
    }
    expect(seen).toEqual(['grey', 'red', 'red', 'grey']);
  });

  test('leaves the corners of its box free where it is an ellipse, and the inside where it is not filled', async ({
    page,
  }) => {
    await using _ = await openClip(page, clip, {
      layers: [
        layer(
          overlay('a', 'core:shape', { ...filled('#ff0000', 0.4, 0.4), shape: 'ellipse' }, 0.25, 0.5),
          overlay(
            'b',
            'core:shape',
            { shape: 'rectangle', width: 0.4, height: 0.4, stroke: '#0000ff', strokeWidth: 0.04 },
            0.75,
            0.5,
          ),
        ),
      ],
    });
    await goto(page, 3);
    const { colourAt } = await shownPixels(page, clip);
    expect([colourAt(0.25, 0.5), colourAt(0.07, 0.32)]).toEqual(['red', 'grey']);
    expect([colourAt(0.55, 0.5), colourAt(0.75, 0.5), colourAt(0.75, 0.7)]).toEqual(['blue', 'grey', 'blue']);
  });

  test('goes through its points as a polygon, a line or an arrow', async ({ page }) => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    await using _ = await openClip(page, clip, {
      layers: [
        layer(
          overlay(
            'a',
            'core:shape',
            { ...filled('#ff0000', 0.4, 0.4), shape: 'polygon', points },
            0.25,
            0.25,
          ),
          overlay(
            'b',
            'core:shape',
            { shape: 'line', width: 0.4, height: 0, stroke: '#0000ff', strokeWidth: 0.03 },
            0.25,
            0.75,
          ),
          overlay(
            'c',
            'core:shape',
            { shape: 'arrow', width: 0.4, height: 0, stroke: '#00c800', strokeWidth: 0.03 },
            0.75,
            0.75,
          ),
        ),
      ],
    });
    await goto(page, 3);
    const shown = await shownPixels(page, clip);
    expect([shown.colourAt(0.12, 0.12), shown.colourAt(0.4, 0.4)]).toEqual(['red', 'grey']);
    const [line, arrow] = [shown.extentOf('blue'), shown.extentOf('green')];
    expect(line).toMatchObject({ left: near(0.05), right: near(0.45) });
    const height = (extent: typeof line) => (extent ? extent.bottom - extent.top : 0);
    expect(height(line)).toBeLessThan(0.05);
    expect(height(arrow)).toBeGreaterThan(2 * height(line));
  });
});

test('overlays lie in the order of layers and of their lists; hidden layers are not drawn', async ({
  page,
}) => {
  const [red, green, blue] = ['#ff0000', '#00c800', '#0000ff'].map((colour, i) =>
    overlay(colour, 'core:shape', filled(colour, 0.6 - 0.2 * i, 0.6 - 0.2 * i)),
  ) as [ViewerOverlay, ViewerOverlay, ViewerOverlay];
  await using _ = await openClip(page, clip, {
    layers: [layer(red, green), { id: 'top', overlays: [blue] }],
  });
  await goto(page, 3);
  const shownWith = async (layers: readonly ViewerLayer[], overlays = true) => {
    const scene = { ...SCENE, layers, parts: { ...SCENE.parts, overlays } };
    await page.evaluate((next) => window.viewer.setScene(next), scene);
    return (await shownPixels(page, clip)).colourAt(0.5, 0.5);
  };
  expect(await shownWith([layer(red, green), { id: 'top', overlays: [blue] }])).toBe('blue');
  expect(await shownWith([layer(red, green), { id: 'top', visible: false, overlays: [blue] }])).toBe('green');
  expect(await shownWith([layer(green, red), { id: 'top', visible: false, overlays: [blue] }])).toBe('red');
  expect(await shownWith([layer(red)], false)).toBe('grey');
});

describe('an overlay on an object', () => {
  const box: ViewerObject = {
    id: 'box',
    kind: 'box',
    label: 'box',
    userLabel: null,
    track: [
      { frame: 0, x: 0, y: 0, width: 0.2, height: 0.2 },
      { frame: 20, x: 0.8, y: 0.8, width: 0.2, height: 0.2 },
      { frame: 30, x: 0.8, y: 0.8, width: 0.2, height: 0.2, hidden: true },
      { frame: 40, x: 0.4, y: 0.4, width: 0.2, height: 0.2 },
    ],
  };
  const surface: ViewerObject = {
    id: 'surface',
    kind: 'surface',
    label: 'surface',
    userLabel: null,
    track: [0, 50].map((frame) => ({
      frame,
      corners: [
        { x: 0.1, y: 0.1 },
        { x: 0.9, y: 0.3 },
        { x: 0.9, y: 0.7 },
        { x: 0.1, y: 0.9 },
      ],
    })),
  };
  const anchors = { box, surface };
  const on = (object: string, x = 0.5, y = 0.5) => ({ anchor: { object, x, y } });

  test('follows its box from frame to frame, and is not seen where the object is hidden', async ({
    page,
  }) => {
    await using _ = await openClip(page, clip, {
      anchors,
      layers: [layer(overlay('a', 'core:shape', filled('#ff0000', 1, 1, on('box'))))],
    });
    const places = [];
    for (const frame of [0, 10, 29, 30, 39, 40, 41]) {
      await goto(page, frame);
      const extent = (await shownPixels(page, clip)).extentOf('red');
      places.push(extent && [extent.left, extent.top, extent.right]);
    }
    const at = (value: number) => [near(value), near(value), near(value + 0.2)];
    expect(places).toEqual([at(0), at(0.4), at(0.8), null, null, at(0.4), null]);
  });

  test('lies on a surface in perspective: straight lines stay straight, the near side is longer', async ({
    page,
  }) => {
    await using _ = await openClip(page, clip, {
      anchors,
      layers: [
        layer(
          overlay('a', 'core:image', { source: twoColumns(400, 300), width: 1, height: 1, ...on('surface') }),
        ),
      ],
    });
    await goto(page, 7);
    await expect.poll(async () => (await shownPixels(page, clip)).colourAt(0.2, 0.5)).toBe('green');
    const { colourAt, extentOf } = await shownPixels(page, clip);
    expect(extentOf('green')).toMatchObject({ left: near(0.1), top: near(0.1), bottom: near(0.9) });
    expect(extentOf('blue')).toMatchObject({ right: near(0.9) });
    expect([colourAt(0.85, 0.25), colourAt(0.85, 0.35), colourAt(0.12, 0.15)]).toEqual([
      'grey',
      'blue',
      'green',
    ]);
    // The diagonals cross where the middle of the surface is seen: beyond the middle of its left and right edge.
    const crossing = 0.1 + 0.8 * (0.8 / 1.2);
    expect([colourAt(crossing - 0.02, 0.5), colourAt(crossing + 0.02, 0.5)]).toEqual(['green', 'blue']);
  });

  test('that lets the picture through is as strong everywhere on a surface, without seams', async ({
    page,
  }) => {
    await using _ = await openClip(page, clip, {
      anchors,
      layers: [layer(overlay('a', 'core:shape', filled('#ff000080', 1, 1, on('surface'))))],
    });
    // All cells of the picture are dark in frame 0.
    await goto(page, 0);
    const { pixelAt } = await shownPixels(page, clip);
    const reds = [];
    for (let x = 0.12; x < 0.9; x += 0.004)
      for (let y = 0.33; y < 0.67; y += 0.004) reds.push(pixelAt(x, y)[0]);
    expect(reds.length).toBeGreaterThan(10_000);
    expect(Math.min(...reds)).toBeGreaterThan(120);
    expect(Math.max(...reds) - Math.min(...reds)).toBeLessThan(12);
  });

  test('that the document does not have is not drawn', async ({ page }) => {
    await using _ = await openClip(page, clip, {
      anchors,
      layers: [
        layer(
          ...['gone', '__proto__', 'toString'].map((id) =>
            overlay(id, 'core:shape', filled('#ff0000', 1, 1, on(id))),
          ),
        ),
      ],
    });
    await goto(page, 7);
    expect((await shownPixels(page, clip)).extentOf('red')).toBeNull();
  });
});

describe('a text', () => {
  test('is as high as it says, on a plate that is as wide as its longest line', async ({ page }) => {
    await using _ = await openClip(page, clip, {
      layers: [
        layer(
          overlay('a', 'core:text', { text: 'One line', size: 0.1, color: '#00c800', background: '#0000ff' }),
        ),
      ],
    });
    await goto(page, 3);
    const plate = (await shownPixels(page, clip)).extentOf('blue');
    expect(plate && plate.bottom - plate.top).toBeCloseTo(0.1, 1.5);
    expect(plate && (plate.left + plate.right) / 2).toBeCloseTo(0.5, 1.5);
  });

  test('breaks where it is wider than its width, and within long words', async ({ page }) => {
    const heights = [];
    await using _ = await openClip(page, clip);
    await goto(page, 3);
    for (const text of ['one two', 'one two three four five', 'x'.repeat(60), 'a\nb\nc']) {
      const layers = [
        layer(
          overlay('a', 'core:text', { text, size: 0.1, width: 0.4, color: '#0000ff', background: '#0000ff' }),
        ),
      ];
      await page.evaluate((next) => window.viewer.setScene(next), { ...SCENE, layers });
      const plate = (await shownPixels(page, clip)).extentOf('blue');
      heights.push(Math.round(((plate?.bottom ?? 0) - (plate?.top ?? 0)) * 10));
      expect(plate && plate.right - plate.left).toBeLessThanOrEqual(0.41);
    }
    expect(heights[0]).toBe(1);
    expect(heights[1]).toBeGreaterThan(1);
    expect(heights[2]).toBeGreaterThan(3);
    expect(heights[3]).toBe(3);
  });

  test('begins at the right where its letters are written from there', async ({ page }) => {
    await using _ = await openClip(page, clip);
    await goto(page, 3);
    const middles = [];
    for (const text of ['abc\nwider than that', 'שלום\nרחב יותר מזה']) {
      const layers = [
        layer(overlay('a', 'core:text', { text, size: 0.2, width: 1, align: 'start', color: '#ff0000' })),
      ];
      await page.evaluate((next) => window.viewer.setScene(next), { ...SCENE, layers });
      const { colourAt, extentOf } = await shownPixels(page, clip);
      const { top = 0, left = 0, right = 0 } = extentOf('red') ?? {};
      const columns = [...Array(200).keys()].map((i) => i / 200);
      const first = columns.filter((x) =>
        [0.02, 0.05, 0.08].some((down) => colourAt(x, top + down) === 'red'),
      );
      middles.push(((Math.min(...first) + Math.max(...first)) / 2 - left) / (right - left));
    }
    expect(middles[0]).toBeLessThan(0.4);
    expect(middles[1]).toBeGreaterThan(0.6);
  });
});

describe('an image', () => {
  test('keeps its proportions, and is decoded once for all that show it', async ({ page }) => {
    const source = twoColumns(200, 100);
    const decoded = await countDecoded(page);
    await using _ = await openClip(page, clip, {
      layers: [
        layer(
          overlay('a', 'core:image', { source, width: 0.4 }, 0.25),
          overlay('b', 'core:image', { source, width: 0.4 }, 0.75),
        ),
      ],
    });
    await goto(page, 3);
    await expect.poll(async () => (await shownPixels(page, clip)).colourAt(0.1, 0.5)).toBe('green');
    const shown = await shownPixels(page, clip);
    const { width, height } = clip.size;
    const green = shown.extentOf('green');
    expect(green && green.bottom - green.top).toBeCloseTo((0.2 * width) / height, 1.5);
    expect([shown.colourAt(0.4, 0.5), shown.colourAt(0.6, 0.5), shown.colourAt(0.9, 0.5)]).toEqual([
      'blue',
      'green',
      'blue',
    ]);
    for (const frame of [4, 5, 6]) await goto(page, frame);
    expect(await decoded()).toBe(1);
  });
});

test('an overlay is found by the place where it is drawn, the highest first', async ({ page }) => {
  await using _ = await openClip(page, clip, {
    layers: [
      layer(
        overlay('low', 'core:shape', filled('#ff0000', 0.8, 0.8)),
        overlay('high', 'user:clock', { any: 'thing' }, 0.5, 0.5),
      ),
    ],
  });
  await goto(page, 3);
  const found = (x: number, y: number) =>
    page.evaluate((point) => window.viewer.overlayAt(point)?.overlay, { x, y });
  expect(await found(240, 160)).toBe('high');
  expect(await found(240, 60)).toBe('low');
  expect(await found(240, 5)).toBeUndefined();
});
