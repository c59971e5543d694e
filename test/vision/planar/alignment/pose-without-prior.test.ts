import { expect, test } from 'vitest';
import { render } from '../../../../research/planar/generator/render.ts';
import { sequenceScene } from '../../../../research/planar/generator/sequence.ts';
import { type Corners, type Homography, rectangleTo } from '../../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../../shared/kernel/geometry/quadrilateral.ts';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { poseAt } from '../../../../shared/vision/planar/alignment/fitted-pose.ts';
import { poseWithoutPrior } from '../../../../shared/vision/planar/alignment/pose-without-prior.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { surfaceLevels } from '../../../../shared/vision/planar/template/surface-level.ts';
import { learn } from '../../../../shared/vision/planar/template/template.ts';

const SIDE = 200;
const scene = sequenceScene('textured occluder', 302, 60, []);
const random = seededRandom(302);
const mapTo = (corners: Corners): Homography => rectangleTo(corners, 1, 1) as Homography;

const levels = surfaceLevels(1, SIDE);
const pyramid = new FramePyramid(scene.width, scene.height);
/** Looks at a frame. Returns where the surface is in it. */
function lookAt(frame: number): Corners {
  pyramid.fill(render(scene, frame, random), { left: 0, top: 0, right: scene.width, bottom: scene.height });
  return scene.corners(frame);
}
const marked = { map: mapTo(lookAt(0)), borders: [] };
for (const { template } of levels) learn(template, pyramid, marked.map);

/** The pose whose corners are so many pixels to the right of the surface's in the frame that is looked at. */
const poseBeside = (corners: Corners, pixels: number) =>
  poseAt(
    levels,
    pyramid,
    mapTo(corners.map((at, i) => at + (i % 2 === 0 ? pixels : 0)) as unknown as Corners),
    marked,
  );

test('a pose that was held back is set free where two thirds of the surface are covered', () => {
  const truth = lookAt(30);
  const heldBack = poseBeside(truth, 5);
  const free = poseWithoutPrior(heldBack, heldBack.map, levels, pyramid, marked, SIDE);
  expect(cornerDistance(free.corners, truth)).toBeLessThan(1.5);
});

test('a pose that fits is left as it is', () => {
  const truth = lookAt(2);
  for (const pose of [poseBeside(truth, 0), poseBeside(lookAt(30), 0)])
    expect(poseWithoutPrior(pose, pose.map, levels, pyramid, marked, SIDE)).toBe(pose);
});
