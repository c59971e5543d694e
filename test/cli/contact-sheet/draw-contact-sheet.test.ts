import path from 'node:path';
import { expect, test } from 'vitest';
import { drawContactSheet } from '../../../cli/contact-sheet/draw-contact-sheet.ts';
import { decodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import type { RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { FRAME_COUNT, HIDDEN_FRAMES, hidingShape, shapeIn } from '../../support/clips/hiding-shape.ts';
import { sampledRows } from '../../support/run/long.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [COLUMNS, ROWS] = [3, 4];

/** The number of reddish pixels in a tile: the first track is drawn in red, and nothing in the clip is. */
function redPixels({ width, height, data }: RgbImage, tile: number): number {
  const [tileWidth, tileHeight] = [Math.floor(width / COLUMNS), Math.floor(height / ROWS)];
  const [left, top] = [(tile % COLUMNS) * tileWidth, Math.floor(tile / COLUMNS) * tileHeight];
  let count = 0;
  for (let y = top; y < top + tileHeight; y++) {
    for (let x = left; x < left + tileWidth; x++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * (y * width + x));
      if (red > 150 && green < 120 && blue < 120) count++;
    }
  }
  return count;
}

test('an object is drawn in all tiles but those of its hidden stretch', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => path.join(folder.path, name);
  await hidingShape(at('hiding.mp4'));
  await using source = await fileSource(at('hiding.mp4'));
  const keyframe = (frame: number, from = frame) => ({
    frame,
    time: frame / 10,
    ...(shapeIn(from) ?? { x: 0, y: 0, width: 0, height: 0 }),
  });
  const { first, last } = HIDDEN_FRAMES;
  const object = {
    id: 'obj_1',
    kind: 'box' as const,
    label: 'shape',
    userLabel: null,
    confidence: 0.9,
    firstFrame: 0,
    lastFrame: FRAME_COUNT - 1,
    frameCount: FRAME_COUNT,
    customData: {},
    track: [
      keyframe(0),
      keyframe(first - 1),
      { ...keyframe(first, first - 1), hidden: true },
      keyframe(last + 1),
      keyframe(FRAME_COUNT - 1),
    ],
  };
  const { picture } = await drawContactSheet(
    source,
    await probeVideo(source),
    { objects: { [object.id]: object } },
    AbortSignal.timeout(60_000),
  );
  const sheet = await decodeJpeg(picture);
  // Twelfths of 90 frames: the sixth is hidden as a whole, those beside it in part.
  const drawn = Array.from({ length: COLUMNS * ROWS }, (_, tile) => redPixels(sheet, tile));
  expect(drawn[5]).toBe(0);
  for (const [tile, count] of drawn.entries())
    if (tile !== 5) expect(count, `tile ${tile}`).toBeGreaterThan(200);
});

test.each(
  sampledRows([
    [320, 180, 3],
    [180, 320, 6],
    [200, 200, 4],
    [1920, 32, 1],
  ] as const),
)(
  'a sheet of a clip of %i × %i pixels has rows of %i, and fits a screen',
  { tags: 'sampled' },
  async (width, height, columns) => {
    using folder = temporaryFolder();
    const at = (name: string): string => path.join(folder.path, name);
    await synthesizeClip(at('clip.mp4'), { seconds: 1, width, height });
    await using source = await fileSource(at('clip.mp4'));
    const probe = await probeVideo(source);
    const { picture } = await drawContactSheet(source, probe, { objects: {} }, AbortSignal.timeout(60_000));
    const sheet = await decodeJpeg(picture);
    expect(sheet.width).toBeGreaterThan(1000);
    expect(sheet.width).toBeLessThan(1900);
    const tile = sheet.width / columns;
    const rows = Math.round(sheet.height / ((tile * height) / width + 30));
    expect(rows * columns).toBe(12);
  },
);
