import { expect, test } from 'vitest';
import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../shared/kernel/geometry/quadrilateral.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { type SurfacePoint, surfaceKeyframes } from '../../../shared/vision/planar/surface-keyframes.ts';

const BASE: Corners = [500, 300, 1300, 310, 1290, 800, 505, 790];

/** A camera held by hand for ten minutes: it sways by some pixels, and every corner has the tracker's own noise. */
function handHeld(frames: number): SurfacePoint[] {
  const random = seededRandom(3);
  const phases = Array.from({ length: 16 }, () => 6.28 * random());
  return Array.from({ length: frames }, (_, frame) => ({
    frame,
    confidence: 0.97,
    corners: BASE.map(
      (place, i) =>
        place +
        25 * Math.sin(frame / 41 + (phases[i % 2] as number)) +
        5 * Math.sin(frame / 7.3 + (phases[2 + (i % 2)] as number)) +
        0.2 * (random() + random() - 1),
    ) as unknown as Corners,
  }));
}

test('every corner is restored within half a pixel, and ten minutes of a shaking hand stay below 2 MB', () => {
  const points = handHeld(18_000);
  const keyframes = surfaceKeyframes(points);
  expect(JSON.stringify(keyframes).length).toBeLessThan(2e6);
  let next = 1;
  for (const { frame, corners } of points) {
    while ((keyframes[next]?.frame ?? Number.POSITIVE_INFINITY) < frame) next++;
    const [from, to] = [keyframes[next - 1], keyframes[next]];
    if (!from || !to || !corners) throw new Error('A point lies outside its keyframes.');
    const share = (frame - from.frame) / (to.frame - from.frame);
    const between = from.corners.map((place, i) => place + share * ((to.corners[i] as number) - place));
    expect(cornerDistance(corners, between as unknown as Corners)).toBeLessThanOrEqual(0.5);
  }
});

test('a lost stretch begins with a hidden keyframe where the surface was last seen, and ends with one that is not', () => {
  const points = handHeld(40).map((point) =>
    point.frame >= 10 && point.frame < 25 ? { ...point, corners: null, confidence: 0.1 } : point,
  );
  const keyframes = surfaceKeyframes(points);
  const hidden = keyframes.findIndex((keyframe) => keyframe.hidden);
  expect(keyframes.filter((keyframe) => keyframe.hidden)).toHaveLength(1);
  expect(keyframes[hidden]).toEqual({
    frame: 10,
    corners: points[9]?.corners,
    confidence: 0.1,
    hidden: true,
  });
  expect(keyframes[hidden - 1]?.frame).toBe(9);
  expect(keyframes[hidden + 1]?.frame).toBe(25);
});

test('a surface that is lost to the end has a hidden keyframe last', () => {
  const points = handHeld(20).map((point) => (point.frame >= 15 ? { ...point, corners: null } : point));
  expect(surfaceKeyframes(points).at(-1)).toMatchObject({ frame: 15, hidden: true });
});

test('steady motion needs two keyframes, whatever its length', () => {
  const points = Array.from({ length: 500 }, (_, frame) => ({
    frame,
    corners: BASE.map((place) => place + 2 * frame) as unknown as Corners,
    confidence: 1,
  }));
  expect(surfaceKeyframes(points)).toHaveLength(2);
});
