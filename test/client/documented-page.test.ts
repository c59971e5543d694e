import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { matrix3d, surfaceTransform } from '../../client/surface-transform.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'docs/surfaces.md'), 'utf8');

/** The only block of the document that begins like this. */
function block(language: string, beginning: RegExp): string {
  const blocks = [...document.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, name, text = '']) => name === language && beginning.test(text))
    .map(([, , text = '']) => text);
  expect(blocks).toHaveLength(1);
  return blocks[0] ?? '';
}

/** The module that the document has its readers make, as a script that leaves it in the variable `surfaces`. */
async function surfacesModule(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'surfaces',
    write: false,
    logLevel: 'silent',
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

test('the page of the document lays its overlay onto the surface in every frame, and hides it where the surface is lost', async () => {
  const page = block('html', /^<!doctype html>/);
  const [, script = ''] = /<script type="module">\n(.*?)<\/script>/s.exec(page) ?? [];
  const [, module = ''] = /^echo "(.*)" \|/.exec(block('sh', /^echo/)) ?? [];
  const [, width, height] = /width: (\d+)px; height: (\d+)px; background/.exec(page) ?? [];
  const overlay = {
    offsetWidth: Number(width),
    offsetHeight: Number(height),
    style: { visibility: 'hidden', transform: '' },
  };
  let show = (_now: number, _metadata: { mediaTime: number }): void => {
    throw new Error('the page does not ask for frames');
  };
  const video = {
    clientWidth: 640,
    clientHeight: 360,
    requestVideoFrameCallback: (callback: typeof show) => {
      show = callback;
    },
  };
  const body = script.replace(/import (\{.*?\}) from '.\/surfaces.js';/, 'const $1 = surfaces;');
  await runInNewContext(`${await surfacesModule(module)}; (async () => {${body}})()`, {
    document: { getElementById: (id: string) => ({ video, overlay })[id] },
    fetch: async () => Response.json({ objects: { b: { userLabel: 'Other' }, a: poster } }),
  });

  const element = { width: Number(width), height: Number(height) };
  const laidAt = (x: number) => {
    const transform = surfaceTransform(corners(x), element, { width: 640, height: 360 });
    return transform && matrix3d(transform);
  };
  const shown = (mediaTime: number) => {
    show(0, { mediaTime });
    return overlay.style.visibility === 'visible' ? overlay.style.transform : null;
  };
  expect(shown(0)).toBe(laidAt(0.1));
  expect(shown(0.4)).toBe(laidAt(0.3));
  expect([0.44, 0.6, 0.84].map(shown)).toEqual([null, null, null]);
  expect(shown(0.8)).toBe(laidAt(0.5));
});

test('the canvas function of the document draws the picture in triangles, and nothing on corners that make no surface', async () => {
  const exported = "export * from './client/surface-transform.ts'; export * from './client/surface-mesh.ts'";
  const code = `${await surfacesModule(exported)}; const { surfaceTransform, surfaceMesh } = surfaces; ${block('js', /^function drawOn/)}; drawOn`;
  const drawOn = runInNewContext(code) as (context: object, image: object, at: object[]) => void;
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(name);
  const names = ['save', 'beginPath', 'lineTo', 'clip', 'transform', 'drawImage', 'restore'];
  const context = {
    canvas: { width: 640, height: 360 },
    ...Object.fromEntries(names.map((name) => [name, note(name)])),
  };
  const image = { width: 400, height: 300 };
  drawOn(context, image, Array(4).fill({ x: 0.5, y: 0.5 }));
  expect(calls).toEqual([]);
  drawOn(context, image, corners(0.1));
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
  expect(calls.slice(0, one.length)).toEqual(one);
  expect(calls.length % one.length).toBe(0);
});
