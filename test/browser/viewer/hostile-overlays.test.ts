import { describe, expect } from 'vitest';
import type { ViewerObject } from '../../../console/viewer/viewer-document.ts';
import { longFrom } from '../../support/run/long.ts';
import { test } from '../support/browser-test.ts';
import { greyJpeg, jpegFrame, jpegUrl, TURNED } from './made-jpeg.ts';
import { countDecoded, filled, layer, overlay, twoColumns } from './made-overlays.ts';
import { CLIPS, makeClip } from './numbered-clips.ts';
import { goto, openClip } from './open-clip.ts';
import { shownPixels } from './shown-pixels.ts';

const clip = await makeClip(CLIPS['30 frames a second']);

const TYPES = ['core:text', 'core:image', 'core:shape', 'user:clock', '__proto__', 'constructor'];

const MEMBERS = [
  'text',
  'size',
  'color',
  'background',
  'align',
  'width',
  'height',
  'source',
  'shape',
  'points',
  'stroke',
  'strokeWidth',
  'fill',
  'anchor',
  'firstFrame',
  'lastFrame',
  'opacity',
];

const VALUES = [
  null,
  true,
  '',
  'NaN',
  '1e309',
  '<script>document.title = "run"</script>',
  '<img src=x onerror="document.title = \'run\'">',
  'url(https://example.invalid/a.png)',
  'javascript:document.title="run"',
  '\u202e\u0000\ud800 💥',
  '🏳️‍🌈'.repeat(3000),
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  [],
  [null, { x: 'a' }, { x: 1e308, y: -1e308 }],
  {},
  { object: 7 },
  { object: '__proto__', x: 'NaN' },
];

/** A document's members may be of any kind. */
const broken = [
  { id: 'no plugin' },
  { id: 'no position', plugin: { type: 'core:shape', config: filled('#00c800', 0.1, 0.1) } },
  { id: 'no config', plugin: { type: 'core:text' } },
  { id: 'no type', plugin: { config: {} } },
  { id: 'texts', position: { x: '1', y: 'NaN' }, plugin: { type: 7, config: 'text' } },
  { id: 'far', position: { x: 1e308, y: -1e308 }, plugin: { type: 'core:text', config: { text: 'far' } } },
] as unknown as ReturnType<typeof overlay>[];

test('whatever configs hold, what else there is is drawn, nothing runs, and nothing is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  const hostile = TYPES.flatMap((type) =>
    MEMBERS.flatMap((member) =>
      VALUES.map((value, i) =>
        overlay(`${type} ${member} ${i}`, type, {
          text: 'text',
          shape: 'arrow',
          source: twoColumns(2, 2),
          [member]: value,
        }),
      ),
    ),
  );
  await using site = await openClip(page, clip, {
    layers: [
      layer(...hostile),
      layer(...broken),
      { id: 'top', overlays: [overlay('good', 'core:shape', filled('#ff0000', 1, 1))] },
    ],
  });
  page.on('request', (request) => asked.push(request.url()));
  for (const frame of [0, 30, 60]) {
    await goto(page, frame);
    expect((await shownPixels(page, clip)).colourAt(0.5, 0.5)).toBe('red');
  }
  expect(await page.title()).toBe('Viewer');
  expect(asked.filter((address) => !address.startsWith(`${site.media.origin}/clip?`))).toEqual([]);
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = "run"</script></svg>';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('an image is not decoded, and nothing is loaded, where its source is', () => {
  const png = Buffer.from(twoColumns(4, 4).split(',')[1] ?? '', 'base64');
  const large = Buffer.from(png);
  large.writeUInt32BE(20_000, 16);
  large.writeUInt32BE(20_000, 20);
  // Decoders pass over a marker that stands alone (1), and what follows it; in the comment there is another frame.
  const disguised = greyJpeg(
    { width: 8192, height: 8192 },
    Buffer.from([0xff, 1, 0, 19]),
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 15]), jpegFrame({ width: 8, height: 8 })]),
  );

  // The first four stand for the kinds in `npm test`.
  const sources: readonly (readonly [string, (origin: string) => string])[] = [
    ['an address', (origin: string) => `${origin}/picture.png`],
    ['an SVG file that is called PNG', () => `data:image/png;base64,${base64(SVG)}`],
    ['20,000 pixels wide and high', () => `data:image/png;base64,${large.toString('base64')}`],
    ['a script', () => 'javascript:document.title="run"'],
    ['an address without a scheme', (origin: string) => origin.replace('http:', '')],
    ['a path', () => '/page.js'],
    ['a blob', (origin: string) => `blob:${origin}/0198a1f2`],
    ['an SVG file', () => `data:image/svg+xml;base64,${base64(SVG)}`],
    ['a page', () => `data:text/html,${encodeURIComponent('<script>document.title = "run"</script>')}`],
    ['not in Base64', () => 'data:image/png,%89PNG'],
    ['8,192 pixels wide and high, and says to be smaller', () => jpegUrl(disguised)],
    [
      'longer than 700,000 characters',
      () => `data:image/png;base64,${png.toString('base64')}${'A'.repeat(700_000)}`,
    ],
  ];
  for (const [index, [kind, sourceOn]] of sources.entries())
    test(kind, longFrom(4, index), async ({ page }) => {
      const decoded = await countDecoded(page);
      const asked: string[] = [];
      await using site = await openClip(page, clip, {
        layers: [
          layer(
            overlay('a', 'core:image', { source: sourceOn('http://127.0.0.1:9'), width: 0.8, height: 0.8 }),
          ),
        ],
      });
      page.on('request', (request) => asked.push(request.url()));
      await goto(page, 30);
      await goto(page, 31);
      // In place of the picture there is a frame with the reason: it darkens the cells below, which are light in frame 31.
      const { pixelAt } = await shownPixels(page, clip);
      expect(Math.max(...pixelAt(0.15, 0.86))).toBeLessThan(160);
      expect(Math.min(...pixelAt(0.05, 0.86))).toBeGreaterThan(200);
      expect(await decoded()).toBe(0);
      expect(await page.title()).toBe('Viewer');
      expect(asked.filter((address) => !address.startsWith(`${site.media.origin}/clip?`))).toEqual([]);
    });

  test('a file that begins like a picture, but is none, is said to be unreadable once', async ({ page }) => {
    const decoded = await countDecoded(page);
    const source = `data:image/png;base64,${Buffer.concat([png.subarray(0, 40), Buffer.from('rubbish')]).toString('base64')}`;
    await using _ = await openClip(page, clip, { layers: [layer(overlay('a', 'core:image', { source }))] });
    for (const frame of [30, 31, 32]) await goto(page, frame);
    await expect.poll(decoded).toBe(1);
    await goto(page, 33);
    expect(await decoded()).toBe(1);
  });
});

test('a long picture that its file turns is decoded no larger than others', { tags: 'long' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (...parts: unknown[]) => Promise<ImageBitmap>;
    const watched = async (...parts: unknown[]) => {
      const bitmap = await decode(...parts);
      const { dataset } = document.documentElement;
      dataset.sizes = `${dataset.sizes ?? ''} ${bitmap.width}×${bitmap.height}`.trim();
      return bitmap;
    };
    Object.assign(window, { createImageBitmap: watched });
  });
  const source = jpegUrl(greyJpeg({ width: 4096, height: 64 }, TURNED));
  await using _ = await openClip(page, clip, { layers: [layer(overlay('a', 'core:image', { source }))] });
  await goto(page, 30);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.sizes))
    .toBe('64×4096 32×2048');
});

describe('a document with 10,000 overlays', () => {
  const many = (config: (i: number) => Record<string, unknown>) =>
    layer(...[...Array(10_000).keys()].map((i) => overlay(`o${i}`, 'core:shape', config(i))));
  const placed = (page: Parameters<typeof goto>[0], id: string) =>
    page.evaluate((wanted) => window.viewer.state.overlays.some(({ name }) => name.overlay === wanted), id);

  test('is drawn with those of the frame that is shown', { tags: 'long' }, async ({ page }) => {
    await using _ = await openClip(page, clip, {
      layers: [
        many((i) =>
          filled(i % 2 ? '#ff0000' : '#0000ff', 0.5, 0.5, { firstFrame: i % 90, lastFrame: i % 90 }),
        ),
      ],
    });
    await goto(page, 41);
    expect((await shownPixels(page, clip)).colourAt(0.5, 0.5)).toBe('red');
    await goto(page, 42);
    expect((await shownPixels(page, clip)).colourAt(0.5, 0.5)).toBe('blue');
    expect([await placed(page, 'o42'), await placed(page, 'o41')]).toEqual([true, false]);
  });

  test('that are all shown at once is drawn with the highest thousand', { tags: 'long' }, async ({
    page,
  }) => {
    await using _ = await openClip(page, clip, { layers: [many(() => filled('#ff0000', 0.5, 0.5))] });
    await goto(page, 41);
    expect([await placed(page, 'o9999'), await placed(page, 'o9000'), await placed(page, 'o8999')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test('surfaces of any shape, with overlays on them, take 20,000 triangles of a picture at most', {
  tags: 'long',
}, async ({ page }) => {
  const surface = (id: string, corners: readonly (readonly [number, number])[]): ViewerObject => {
    const keyframe = (frame: number) => ({ frame, time: 0, corners: corners.map(([x, y]) => ({ x, y })) });
    return {
      id,
      kind: 'surface',
      label: id,
      userLabel: null,
      track: [keyframe(0), keyframe(59)],
    };
  };
  const shapes = [
    [
      [0.4, 0.4],
      [0.6, 0.4],
      [1000, 1000],
      [-1000, 1000],
    ],
    [
      [0.4999, 0.1],
      [0.5001, 0.1],
      [3, 4],
      [-3, 4],
    ],
    [
      [1e150, 1e150],
      [2e150, 1e150],
      [3e150, 9e150],
      [-3e150, 9e150],
    ],
    [
      [-1e308, -1e308],
      [1e308, -1e308],
      [1e308, 1e308],
      [-1e308, 1e308],
    ],
  ] as const;
  const anchors = Object.fromEntries(shapes.map((corners, i) => [`s${i}`, surface(`s${i}`, corners)]));
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const { clip, clearRect } = prototype;
    let clips = 0;
    prototype.clip = function (...rule: unknown[]) {
      clips += 1;
      const { dataset } = document.documentElement;
      dataset.most = String(Math.max(Number(dataset.most ?? 0), clips));
      return Reflect.apply(clip, this, rule);
    };
    // The canvas of marks and overlays is in the page; it is cleared before each picture.
    prototype.clearRect = function (...box) {
      if (this.canvas.isConnected) clips = 0;
      return clearRect.apply(this, box);
    };
  });
  await using _ = await openClip(page, clip, {
    anchors,
    layers: [
      layer(
        ...[...Array(40).keys()].map((i) =>
          overlay(`o${i}`, 'core:shape', filled('#ff0000', 1, 1, { anchor: { object: `s${i % 4}` } })),
        ),
      ),
    ],
  });
  await goto(page, 30);
  const most = await page.evaluate(() => Number(document.documentElement.dataset.most));
  expect(most).toBeGreaterThan(2000);
  expect(most).toBeLessThanOrEqual(20_000 + 100);
});
