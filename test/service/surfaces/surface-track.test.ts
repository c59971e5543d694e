import { describe, expect, test } from 'vitest';
import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { shapeAt } from '../../../shared/kernel/geometry/shape-at.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { surfaceTrack } from '../../../shared/service/surfaces/surface-track.ts';
import type { SurfacePoint } from '../../../shared/vision/planar/surface-keyframes.ts';

const SIZE = { width: 1920, height: 1080 };
const FRAMES = 18_000;
const times = Float64Array.from({ length: FRAMES }, (_, frame) => frame / 30);

const random = seededRandom(7);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Swings of a hand from one in three seconds to eight a second, their size falling with their rate. */
const swings = Array.from({ length: 8 }, (_, i) => {
  const hertz = 0.3 * 1.6 ** i;
  return { hertz, size: hertz ** -2, phases: [random(), random(), random()].map((phase) => 7 * phase) };
});

/** Where the corners of a picture on a wall are in a frame, in pixels. @param shake size of the slowest swings */
function heldAt(frame: number, shake: number): number[] {
  const t = frame / 30;
  const by = (axis: number): number =>
    swings.reduce(
      (sum, { hertz, size, phases }) =>
        sum + shake * size * Math.sin(2 * Math.PI * hertz * t + (phases[axis] ?? 0)),
      0,
    );
  const scale = 1 + by(2) / 2000;
  const [x, y] = [960 + by(0), 540 + by(1)];
  return [-300, -200, 300, -210, 290, 200, -310, 190].map((at, i) => (i % 2 === 0 ? x : y) + scale * at);
}

const fractionOf = (pixels: readonly number[]): Corners =>
  pixels.map((at, i) => at / (i % 2 === 0 ? SIZE.width : SIZE.height)) as unknown as Corners;

/** As the tracker finds them, a tenth of a pixel off. */
const foundBy = (shake: number, frames = FRAMES): Corners[] =>
  Array.from({ length: frames }, (_, frame) =>
    fractionOf(heldAt(frame, shake).map((at) => at + 0.1 * normal())),
  );

const pointsOf = (corners: Corners): Point[] =>
  [0, 2, 4, 6].map((i) => ({ x: corners[i] as number, y: corners[i + 1] as number }));

const found = foundBy(5, 40);

const pointAt = (frame: number, corners: Corners | null = found[frame] as Corners): SurfacePoint => ({
  frame,
  corners,
  confidence: corners === null ? 0.1 : 0.9,
});

const points = (from: number, to: number): SurfacePoint[] =>
  Array.from({ length: to - from }, (_, i) => pointAt(from + i));

describe('ten minutes from the hand', () => {
  /** The track of a whole video, and the greatest error of a corner in it, in pixels. */
  function restored(of: readonly Corners[]) {
    const startFrame = 9000;
    const all = of.map((corners, frame): SurfacePoint => ({ frame, corners, confidence: 0.987654 }));
    const { keyframes } = surfaceTrack(
      { startFrame, corners: pointsOf(of[startFrame] as Corners) },
      { forwards: all.slice(startFrame + 1), backwards: all.slice(0, startFrame).reverse() },
      times,
      SIZE,
    );
    let worst = 0;
    for (const [frame, truth] of of.entries()) {
      const corners = shapeAt(keyframes, frame, (from, to, share) =>
        from.corners.map(({ x, y }, i) => ({
          x: x + share * ((to.corners[i]?.x ?? 0) - x),
          y: y + share * ((to.corners[i]?.y ?? 0) - y),
        })),
      );
      for (const [i, { x, y }] of pointsOf(truth).entries()) {
        const { x: across = 9, y: down = 9 } = corners?.[i] ?? {};
        worst = Math.max(worst, Math.hypot((across - x) * SIZE.width, (down - y) * SIZE.height));
      }
    }
    return { bytes: JSON.stringify(keyframes).length, worst };
  }

  test('take less than 2 MB, and are restored to half a pixel', () => {
    const { bytes, worst } = restored(foundBy(3));
    expect(bytes).toBeLessThan(2_000_000);
    // Coordinates are stored to six decimals: a thousandth of a pixel.
    expect(worst).toBeLessThan(0.505);
  });

  test('that trembles take less, too, and are restored to a pixel or two', () => {
    const { bytes, worst } = restored(foundBy(15));
    expect(bytes).toBeLessThan(2_000_000);
    expect(worst).toBeGreaterThan(0.505);
    expect(worst).toBeLessThan(2);
  });

  test('that no keyframes could hold are restored to eight pixels all the same', () => {
    const { worst } = restored(foundBy(1000));
    expect(worst).toBeGreaterThan(5);
    expect(worst).toBeLessThan(8.01);
  });
});

test('lost stretches are hidden, those at the ends are cut off', () => {
  const lost = (frame: number) => pointAt(frame, null);
  const { keyframes, ...track } = surfaceTrack(
    { startFrame: 10, corners: pointsOf(found[10] as Corners) },
    {
      forwards: [...points(11, 20), lost(20), lost(21), ...points(22, 25), lost(25), lost(26)],
      backwards: [...points(5, 10).reverse(), lost(4), lost(3)],
    },
    times,
    SIZE,
  );
  expect(track).toMatchObject({ firstFrame: 5, lastFrame: 24, frameCount: 20 });
  const drawn = Array.from({ length: 30 }, (_, frame) => shapeAt(keyframes, frame, () => frame));
  expect(drawn.filter((frame) => frame !== undefined)).toEqual([
    ...Array.from({ length: 15 }, (_, i) => 5 + i),
    22,
    23,
    24,
  ]);
  expect(track.confidence).toBeGreaterThan(0.9);
});

test('a surface that is never seen again is one keyframe', () => {
  const { keyframes, ...track } = surfaceTrack(
    { startFrame: 1, corners: pointsOf(found[1] as Corners) },
    { forwards: [pointAt(2, null), pointAt(3, null)], backwards: [pointAt(0, null)] },
    times,
    SIZE,
  );
  expect(track).toEqual({ confidence: 1, firstFrame: 1, lastFrame: 1, frameCount: 1 });
  expect(keyframes.map(({ frame, time, confidence }) => ({ frame, time, confidence }))).toEqual([
    { frame: 1, time: 0.033333, confidence: 1 },
  ]);
});
