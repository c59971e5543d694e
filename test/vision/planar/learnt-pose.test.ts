import { expect, test } from 'vitest';
import { sequenceScene, type TrueFrame, trueFrames } from '../../../research/planar/generator/sequence.ts';
import { fitOf } from '../../../shared/vision/planar/alignment/fit.ts';
import { poseAt } from '../../../shared/vision/planar/alignment/fitted-pose.ts';
import { predict } from '../../../shared/vision/planar/alignment/motion-prediction.ts';
import { learnPose } from '../../../shared/vision/planar/learnt-pose.ts';
import { surfaceAtStart } from '../../../shared/vision/planar/surface-at-start.ts';
import type { SurfaceLevel } from '../../../shared/vision/planar/template/surface-level.ts';
import { trackedSurface } from '../../../shared/vision/planar/tracked-surface.ts';

/**
 * A surface that stands still now, marked while it moved by 40 pixels a frame: this frame may take the start frame's place.
 * @returns whether that was tried
 */
function triesSharperStart(proofsMissing: number): boolean {
  const [first] = trueFrames(sequenceScene('mixed', 7, 1, []), 7);
  const { luma, corners } = first as TrueFrame;
  const surface = trackedSurface(surfaceAtStart(luma, corners, []));
  const { state, levels, pyramid } = surface;
  pyramid.fill(luma, { left: 0, top: 0, right: luma.width, bottom: luma.height });
  const finest = levels[0] as SurfaceLevel;
  const pose = poseAt(levels, pyramid, state.map, { map: state.startMap, borders: [] });
  expect(fitOf(finest, pyramid, state.map).share).toBeGreaterThan(0.9);
  state.startMotion = Array(8).fill(40);
  state.proofsMissing = proofsMissing;
  const before = state.slowest;
  learnPose(
    surface,
    { pose, blurred: false, outlined: false, afresh: false, heldBy: null, doubtful: false },
    { evidence: [], confidence: 0.5, lost: false, kept: true },
    predict(state, finest.grid),
  );
  return state.slowest < before;
}

test('a sharper frame takes the place of the start frame', () => {
  expect(triesSharperStart(0)).toBe(true);
});

test('of a surface that was found again nothing is learnt before it has proved itself', () => {
  expect(triesSharperStart(3)).toBe(false);
});
