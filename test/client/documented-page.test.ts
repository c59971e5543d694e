import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { BUNDLING } from '../../client/build/build-package.ts';
import { surfaceMesh } from '../../client/surface-mesh.ts';
import { matrix3d, surfaceTransform } from '../../client/surface-transform.ts';
import type { Homography } from '../../shared/kernel/geometry/homography.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'examples/README.md'), 'utf8');

/** The core of the package, as a script that leaves it in the variable `surfaces`. */
async function surfacesModule(): Promise<string> {
  const { outputFiles } = await build({
    ...BUNDLING,
    entryPoints: [BUNDLING.entryPoints.index],
    splitting: false,
    format: 'iife',
    globalName: 'surfaces',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const corners = (x: number) => [
  { x, y: 0.1 },
  { x: x + 0.4, y: 0.2 },
  { x: x + 0.3, y: 0.7 },
  { x, y: 0.6 },
];
const poster = {
  kind: 'surface',
  userLabel: 'Poster',
  track: [
    { frame: 0, time: 0, corners: corners(0.1) },
    { frame: 10, time: 0.4, corners: corners(0.3) },
    { frame: 11, time: 0.44, corners: corners(0.3), hidden: true },
    { frame: 20, time: 0.8, corners: corners(0.5) },
  ],
};

/** An example that the document names, its script on the package. */
async function example(name: string): Promise<{ page: string; script: string }> {
  expect(document).toContain(`(${name})`);
  const page = readFileSync(path.join(root, 'examples', name), 'utf8');
  const [, own = ''] = /<script type="module">\n(.*?)<\/script>/s.exec(page) ?? [];
  const body = own.replace(/import (\{.*?\}) from '.\/index.js';/, 'const $1 = surfaces;');
  return { page, script: `${await surfacesModule()}; (async () => {${body}})()` };
}

type Show = (now: number, metadata: { mediaTime: number }) => void;

/** Runs a page's script in a window that has nothing but these elements, and returns what shows a frame. */
async function run(script: string, elements: object, globals: object = {}): Promise<(time: number) => void> {
  let show: Show = () => {
    throw new Error('the page does not ask for frames');
  };
  const video = {
    clientWidth: 640,
    clientHeight: 360,
    requestVideoFrameCallback: (callback: Show) => {
      show = callback;
    },
  };
  await runInNewContext(script, {
    document: { getElementById: (id: string) => ({ ...elements, video })[id] },
    fetch: async () => Response.json({ objects: { b: { userLabel: 'Other' }, a: poster } }),
    ...globals,
  });
  return (mediaTime) => show(0, { mediaTime });
}

test('the page of the document draws its overlay on the surface in every frame, and hides it where the surface is lost', async () => {
  const { page, script } = await example('surface-overlay.html');
  const [, width, height] = /width: (\d+)px; height: (\d+)px; background/.exec(page) ?? [];
  const overlay = {
    offsetWidth: Number(width),
    offsetHeight: Number(height),
    style: { visibility: 'hidden', transform: '' },
  };
  const show = await run(script, { overlay });

  const element = { width: Number(width), height: Number(height) };
  const laidAt = (x: number) => {
    const transform = surfaceTransform(corners(x), element, { width: 640, height: 360 });
    return transform && matrix3d(transform);
  };
  const shown = (mediaTime: number) => {
    show(mediaTime);
    return overlay.style.visibility === 'visible' ? overlay.style.transform : null;
  };
  expect(shown(0)).toBe(laidAt(0.1));
  expect(shown(0.4)).toBe(laidAt(0.3));
  expect([0.44, 0.6, 0.84].map(shown)).toEqual([null, null, null]);
  expect(shown(0.8)).toBe(laidAt(0.5));
});

test('the canvas page of the document draws its picture in triangles on the surface, and clears it where the surface is lost', async () => {
  const { script } = await example('surface-canvas.html');
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(name);
  const names = ['save', 'beginPath', 'lineTo', 'clip', 'transform', 'drawImage', 'restore'];
  const sizes: number[] = [];
  const canvas = {
    getContext: () => ({ canvas, ...Object.fromEntries(names.map((name) => [name, note(name)])) }),
    get width() {
      return sizes.at(-1) ?? 0;
    },
    // Setting the size clears a canvas.
    set width(width: number) {
      calls.length = 0;
      sizes.push(width);
    },
    height: 0,
  };
  class Picture {
    readonly width = 400;
    readonly height = 300;
    async decode(): Promise<void> {}
  }
  const show = await run(script, { canvas }, { Image: Picture });
  const one = [
    'save',
    'beginPath',
    'lineTo',
    'lineTo',
    'lineTo',
    'clip',
    'transform',
    'drawImage',
    'restore',
  ];
  const picture = { width: 400, height: 300 };
  const transform = surfaceTransform(corners(0.1), picture, { width: 640, height: 360 });
  const { triangles } = surfaceMesh(transform as Homography, picture);
  show(0);
  expect(calls).toEqual(triangles.flatMap(() => one));
  expect([canvas.width, canvas.height]).toEqual([640, 360]);
  for (const lost of [0.44, 0.6, 0.84]) {
    show(lost);
    expect(calls).toEqual([]);
  }
  show(0.8);
  expect(calls.slice(0, one.length)).toEqual(one);
});

test('the package has all that the document names', async () => {
  const surfaces = runInNewContext(`${await surfacesModule()}; surfaces`);
  const named = [
    'surfaceTransform',
    'surfaceMesh',
    'mapPoint',
    'inverse',
    'matrix3d',
    'surfaceAt',
    'frameAt',
  ];
  for (const name of named) expect(surfaces[name], name).toBeTypeOf('function');
  const transform = surfaces.surfaceTransform(
    corners(0.1),
    { width: 400, height: 300 },
    { width: 640, height: 360 },
  );
  const clicked = surfaces.mapPoint(
    surfaces.inverse(transform),
    surfaces.mapPoint(transform, { x: 123, y: 45 }),
  );
  expect(clicked).toEqual({ x: expect.closeTo(123), y: expect.closeTo(45) });
});
