import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLuma } from '../../../research/planar/luma-source.ts';
import { CENTRE, moved } from '../../../research/planar/track-source.ts';
import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../shared/kernel/geometry/quadrilateral.ts';
import { learnExposure, unknownShutter } from '../../../shared/vision/planar/blur/blurred-pose.ts';
import { PlanarTracker } from '../../../shared/vision/planar/planar-tracker.ts';

test('the exposure is the one that explains the blurred frames best together, though another one explains a frame', () => {
  const shutter = unknownShutter();
  for (const scores of [
    [0.2, 0.5, 0.7, 0.8, 0.79],
    [0.1, 0.3, 0.5, 0.6, 0.75],
    [0.3, 0.4, 0.5, 0.6, 0.59],
  ])
    learnExposure(shutter, scores);
  expect(shutter.exposure).toBe(1);
});

const folder = process.env.VMS_PLANAR_DIR;

describe.skipIf(!folder)('sequences of VMS_PLANAR_DIR (skipped: it is not set)', () => {
  test('a surface marked in a frame that is blurred by its beginning to move is fitted again to a sharper frame', async () => {
    const video = path.join(folder as string, 'synthetic', 'blur_1.mp4');
    const truth = readFileSync(video.replace(/mp4$/, 'csv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => moved(line.split(',').slice(-8).map(Number) as unknown as Corners, CENTRE));
    await using source = await openLuma(video);
    const errors: number[] = [];
    let tracker: PlanarTracker | undefined;
    let started: number | undefined;
    for await (const { frame, luma } of source.forwards(0)) {
      const corners = truth[frame] as Corners;
      if (tracker) errors.push(cornerDistance(tracker.step(luma).best, corners));
      tracker ??= PlanarTracker.start(luma, corners);
      started ??= tracker.toState().length;
      if (frame === 9) break;
    }
    // The features of the blurred start frame are not kept beside those of the sharper one.
    expect(tracker?.toState().length).toBeLessThan(1.05 * (started ?? 0));
    // The sixth is the first sharp one.
    expect(Math.max(...errors.slice(6))).toBeLessThan(4);
  }, 120_000);
});
