import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import { openLuma } from './luma-source.ts';
import { type JudgedFrame, LEAST_INSIDE, measure } from './measure.ts';
import { type Baseline, besideName, TABLE_HEAD, tableRow, trackersBeside } from './table.ts';
import { inWorkingPixels } from './track-source.ts';

/**
 * The sequences of a folder with exact corners, `synthetic/NAME.mp4`, and those of numbered pictures.
 * @param baseline another tracker, with a row of its own for every sequence
 */
export async function* givenTable(folder: string, baseline?: Baseline): AsyncGenerator<string> {
  yield TABLE_HEAD;
  const synthetic = path.join(folder, 'synthetic');
  for (const name of existsSync(synthetic) ? readdirSync(synthetic).sort() : []) {
    if (!name.endsWith('.mp4')) continue;
    const video = path.join(synthetic, name);
    yield* givenRows(path.basename(name, '.mp4'), video, video.replace(/mp4$/, 'csv'), baseline);
  }
  for (const name of readdirSync(folder).sort()) {
    const table = path.join(folder, `${name}.csv`);
    if (existsSync(table)) yield* givenRows(name, path.join(folder, name, '%08d.jpg'), table, baseline);
  }
}

async function* givenRows(
  name: string,
  video: string,
  table: string,
  baseline?: Baseline,
): AsyncGenerator<string> {
  await using source = await openLuma(video);
  // The last eight columns are the corners; frames count from 1.
  const truth = readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(-8).map(Number) as unknown as Corners);
  const judged = async function* (): AsyncGenerator<JudgedFrame> {
    for await (const { frame, luma } of source.forwards(0)) {
      const corners = truth[frame];
      if (!corners) continue;
      const places = inWorkingPixels(source, corners);
      const visible = insideOf(places, luma);
      yield { luma, corners: places, visible, counts: visible >= LEAST_INSIDE };
    }
  };
  const [run, other] = await measure(judged(), trackersBeside(baseline));
  if (run) yield tableRow(name, [run]);
  if (other && baseline) yield tableRow(besideName(name, baseline), [other]);
}

/** Share of a quadrilateral that lies in the picture, by points of a grid between its sides. */
function insideOf(
  [x0, y0, x1, y1, x2, y2, x3, y3]: Corners,
  size: { width: number; height: number },
): number {
  let inside = 0;
  for (let i = 0; i < 400; i++) {
    const [u, v] = [((i % 20) + 0.5) / 20, (Math.floor(i / 20) + 0.5) / 20];
    const x = (1 - v) * ((1 - u) * x0 + u * x1) + v * ((1 - u) * x3 + u * x2);
    const y = (1 - v) * ((1 - u) * y0 + u * y1) + v * ((1 - u) * y3 + u * y2);
    if (x >= 0 && y >= 0 && x <= size.width && y <= size.height) inside++;
  }
  return inside / 400;
}
