import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convexCorners, size } from './convex-corners.ts';

const chromium = process.env.VMS_CHROMIUM;
const root = path.resolve(import.meta.dirname, '../..');
const VIDEO = { width: 1280, height: 720 };

/** Layout is in 64ths of a pixel. */
const LAYOUT_PX = 2 / 64;

/**
 * Runs in the page: lays an element onto the corners, and measures how far its corners are from those of the surface,
 * in pixels: as the browser reads the matrix, and where it lays out the element.
 */
const MEASURE = `
  ({ corners, element }) => {
    const value = surfaces.matrix3d(surfaces.surfaceTransform(corners, element, VIDEO));
    const laid = document.createElement('div');
    Object.assign(laid.style, { position: 'absolute', left: 0, top: 0, transformOrigin: '0 0', transform: value,
      width: element.width + 'px', height: element.height + 'px' });
    const marks = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => {
      const mark = document.createElement('i');
      Object.assign(mark.style, { position: 'absolute', left: x * element.width + 'px', top: y * element.height + 'px' });
      laid.append(mark);
      return mark;
    });
    document.body.append(laid);
    const matrix = new DOMMatrix(value);
    const distance = (x, y, i) => Math.hypot(x - corners[i].x * VIDEO.width, y - corners[i].y * VIDEO.height);
    const read = marks.map((mark, i) => {
      const at = matrix.transformPoint({ x: mark.offsetLeft, y: mark.offsetTop });
      return distance(at.x / at.w, at.y / at.w, i);
    });
    const seen = marks.map((mark, i) => {
      const { left, top } = mark.getBoundingClientRect();
      return distance(left, top, i);
    });
    laid.remove();
    return { read: Math.max(...read), seen: Math.max(...seen) };
  }`;

test.skipIf(!chromium)(
  'with VMS_CHROMIUM: the browser reads the transform to 0.01 px, and lays elements out there to a 32nd of a pixel',
  async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(root, 'client/surface-transform.ts')],
      bundle: true,
      format: 'iife',
      globalName: 'surfaces',
      write: false,
    });
    const samples = fc.sample(fc.record({ corners: convexCorners(), element: size }), 500);
    const script = `${outputFiles[0]?.text}
      const VIDEO = ${JSON.stringify(VIDEO)};
      const results = ${JSON.stringify(samples)}.map(${MEASURE});
      document.body.textContent = JSON.stringify(results);`;
    using folder = temporaryFolder();
    const page = path.join(folder.path, 'page.html');
    await writeFile(page, `<!doctype html><body style="margin: 0"><script>${script}</script>`);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder.path}/profile`];
    const { stdout } = await promisify(execFile)(chromium ?? '', [
      ...options,
      '--dump-dom',
      `file://${page}`,
    ]);
    const [, text = ''] = /<body[^>]*>(.*)<\/body>/s.exec(stdout) ?? [];
    const results = JSON.parse(text) as { read: number; seen: number }[];
    expect(results).toHaveLength(samples.length);
    expect(Math.max(...results.map(({ read }) => read))).toBeLessThan(0.01);
    expect(Math.max(...results.map(({ seen }) => seen))).toBeLessThan(LAYOUT_PX);
  },
  60_000,
);
