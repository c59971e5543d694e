import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHROMIUM_PATH } from '../browser/support/chromium.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convexCorners, size } from './convex-corners.ts';

const root = path.resolve(import.meta.dirname, '../..');
const VIDEO = { width: 1280, height: 720 };

/**
 * Runs in the page: maps an element onto the corners, and measures how far its corners are from those of the surface,
 * in pixels.
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
    const errors = marks.map((mark, i) => {
      const { left, top } = mark.getBoundingClientRect();
      return Math.hypot(left - corners[i].x * VIDEO.width, top - corners[i].y * VIDEO.height);
    });
    laid.remove();
    return Math.max(...errors);
  }`;

test.skipIf(!CHROMIUM_PATH)(
  'Chromium maps elements onto the corners to 0.01 px',
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
      const errors = ${JSON.stringify(samples)}.map(${MEASURE});
      document.body.textContent = JSON.stringify(errors);`;
    using folder = temporaryFolder();
    const page = path.join(folder.path, 'page.html');
    await writeFile(page, `<!doctype html><body style="margin: 0"><script>${script}</script>`);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder.path}/profile`];
    const { stdout } = await promisify(execFile)(CHROMIUM_PATH ?? '', [
      ...options,
      '--dump-dom',
      `file://${page}`,
    ]);
    const [, text = ''] = /<body[^>]*>(.*)<\/body>/s.exec(stdout) ?? [];
    const errors = JSON.parse(text) as number[];
    expect(errors).toHaveLength(samples.length);
    expect(Math.max(...errors)).toBeLessThan(0.01);
  },
  60_000,
);
