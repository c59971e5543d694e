import { expect, test, vi } from 'vitest';
import { type Pose, posed } from '../../../research/planar/generator/motion.ts';
import { stone } from '../../../research/planar/generator/procedural.ts';
import { render } from '../../../research/planar/generator/render.ts';
import type { Occluder, Scene } from '../../../research/planar/generator/scene.ts';
import { sequenceScene, type TrueFrame, trueFrames } from '../../../research/planar/generator/sequence.ts';
import { scene } from '../../../research/planar/generator/staging.ts';
import { type Texture, toTexture } from '../../../research/planar/generator/texture.ts';
import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../shared/kernel/geometry/quadrilateral.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { PlanarTracker, type SurfacePose } from '../../../shared/vision/planar/planar-tracker.ts';
import { sampledRows } from '../../support/run/long.ts';

// They draw hundreds of frames, at nine samples a pixel.
vi.setConfig({ testTimeout: 120_000 });

const framesOf = (kind: string, count: number, seed = 501): TrueFrame[] => [
  ...trueFrames(sequenceScene(kind, seed, count, []), seed),
];
const start = ([first]: readonly TrueFrame[]): PlanarTracker => {
  if (!first) throw new Error('A sequence without frames.');
  return PlanarTracker.start(first.luma, first.corners);
};
const track = (frames: readonly TrueFrame[]): SurfacePose[] => {
  const tracker = start(frames);
  return frames.slice(1).map(({ luma }) => tracker.step(luma));
};
/** A surface, by itself one with weak texture, which moves before another one. */
const staged = (
  motion: (time: number) => Partial<Pose>,
  thing?: (surface: Texture) => Occluder,
  surface = stone(7),
): Scene => {
  const background = stone(8);
  const materials = {
    random: seededRandom(1),
    frames: 10,
    variant: 0,
    surface,
    background,
    other: background,
  };
  return scene(materials, motion, { occluders: thing ? [thing(surface)] : [] });
};
/** A plain surface with some texture in its middle. */
function sparse(): Texture {
  const { width, height, levels } = stone(7);
  const print = levels[0]?.data as Float32Array;
  const isPrinted = (at: number, length: number) => Math.abs(at / length - 0.5) < 0.15;
  return toTexture(
    width,
    height,
    print.map((level, i) =>
      isPrinted(i % width, width) && isPrinted(Math.floor(i / width), height) ? level : 150,
    ),
  );
}
const mixed = framesOf('mixed', 10);
const covered = { width: 640, height: 360, data: new Uint8Array(640 * 360).fill(90) };
const grey = (level: number) => ({ width: 320, height: 180, data: new Uint8Array(320 * 180).fill(level) });

test('corners are followed to a fraction of a pixel, forwards and backwards', () => {
  for (const order of [mixed, mixed.toReversed()]) {
    for (const [i, { corners, confidence }] of track(order).entries()) {
      expect(corners && cornerDistance(corners, (order[i + 1] as TrueFrame).corners)).toBeLessThan(0.8);
      expect(confidence).toBeGreaterThan(0.8);
    }
  }
});

test('a plain surface with a print in its middle keeps to its border as it moves', { tags: 'long' }, () => {
  const motion = (time: number) => ({ x: 230 + 9 * time, yaw: 0.04 * time, roll: 0.01 * time });
  const frames = [...trueFrames(staged(motion, undefined, sparse()), 1)];
  for (const [i, { corners, confidence }] of track(frames).entries()) {
    expect(corners && cornerDistance(corners, (frames[i + 1] as TrueFrame).corners)).toBeLessThan(1.5);
    expect(confidence).toBeGreaterThan(0.8);
  }
});

test('a surface of 48 × 36 pixels is followed to a few tenths of one, whatever passes behind its border', {
  tags: 'long',
}, () => {
  const frames = framesOf('small', 24, 502);
  for (const [i, { corners }] of track(frames).entries())
    expect(corners && cornerDistance(corners, (frames[i + 1] as TrueFrame).corners)).toBeLessThan(0.5);
});

test('a tracker restored from its state after any frame goes on bit for bit as the one that was not stopped', () => {
  const frames = framesOf('occlusion', 6);
  const inOneGo = track(frames);
  let tracker = start(frames);
  const inUnits = frames.slice(1).map(({ luma }) => {
    tracker = PlanarTracker.fromState(tracker.toState());
    return tracker.step(luma);
  });
  expect(inUnits).toEqual(inOneGo);
});

test('a part of a plastered wall is followed, by few grey levels, once what touched it has moved on', {
  tags: 'long',
}, () => {
  const frames = framesOf('part of a wall', 10);
  const poses = track(frames);
  for (const [i, { corners }] of frames.slice(1).entries()) {
    if (i < 5) continue;
    const pose = poses[i] as SurfacePose;
    expect(pose.corners && cornerDistance(pose.corners, corners)).toBeLessThan(1);
    expect(pose.confidence).toBeGreaterThan(0.9);
  }
});

test('a wall without texture is accepted and lost', () => {
  const tracker = PlanarTracker.start(grey(200), [60, 40, 200, 40, 200, 140, 60, 140]);
  for (let frame = 0; frame < 5; frame++) {
    const { corners, confidence } = tracker.step(grey(200));
    expect(corners).toBeNull();
    expect(confidence).toBeLessThan(0.25);
  }
});

test('boards are lost at once: nothing shows how far they have moved along their length, however noisy the picture is', () => {
  for (const { corners } of track(framesOf('boards', 6))) expect(corners).toBeNull();
});

test('a surface is sure of its place in the first frame after another shot, wherever the shot before has left it', {
  tags: 'long',
}, () => {
  const frames = framesOf('another shot in between', 41, 502);
  const { corners, confidence } = track(frames).at(-1) as SurfacePose;
  expect(corners && cornerDistance(corners, (frames.at(-1) as TrueFrame).corners)).toBeLessThan(1);
  expect(confidence).toBeGreaterThan(0.8);
});

test('a surface that a cut takes away is lost at once', () => {
  const tracker = start(mixed);
  for (const { luma } of mixed.slice(1, 4)) tracker.step(luma);
  const [other] = framesOf('rotation', 1, 777);
  expect(tracker.step((other as TrueFrame).luma).corners).toBeNull();
});

test('a look-alike beside it is not taken for a surface that was carried away', { tags: 'long' }, () => {
  const scene = sequenceScene('look-alikes', 1, 60, []);
  const luma = (frame: number) => render(scene, frame, seededRandom(frame));
  const tracker = PlanarTracker.start(luma(0), scene.corners(0));
  expect(tracker.step(luma(1)).confidence).toBeGreaterThan(0.9);
  for (const frame of [30, 31, 32, 33, 34]) expect(tracker.step(luma(frame)).corners).toBeNull();
});

test('a surface that mirrors what stands still is followed, not what it mirrors', { tags: 'long' }, () => {
  const scene = sequenceScene('strong reflections', 2, 60, []);
  const luma = (frame: number) => render(scene, frame, seededRandom(frame));
  const tracker = PlanarTracker.start(luma(0), scene.corners(0));
  for (let frame = 1; frame <= 5; frame++) {
    const { corners, confidence } = tracker.step(luma(frame));
    expect(corners && cornerDistance(corners, scene.corners(frame))).toBeLessThan(3);
    expect(confidence).toBeGreaterThan(0.5);
  }
});

test('a surface that comes back at another slant is found at once', { tags: 'sampled' }, () => {
  for (const [seed, later] of sampledRows([
    [1, 24],
    [2, 40],
  ] as const)) {
    const scene = sequenceScene('perspective', seed, 60, []);
    const luma = (frame: number) => render(scene, frame, seededRandom(frame));
    const tracker = PlanarTracker.start(luma(0), scene.corners(0));
    tracker.step(luma(1));
    expect(
      tracker.step({ width: 640, height: 360, data: new Uint8Array(640 * 360).fill(90) }).corners,
    ).toBeNull();
    const { corners, confidence } = tracker.step(luma(later));
    expect(corners && cornerDistance(corners, scene.corners(later))).toBeLessThan(1);
    expect(confidence).toBeGreaterThan(0.8);
  }
});

test.for(sampledRows([0.71, 1, 1.41]))(
  'a surface that comes back %f times as large, a quarter of it out of view, is found at once',
  { tags: 'sampled' },
  (size) => {
    const before = { x: 200, y: 180, width: 240, height: 180 };
    const after = { x: 640 - 60 * size, y: 200, width: 240 * size, height: 180 * size, roll: 0.2, yaw: 0.4 };
    const scene = staged((time) => (time < 2 ? before : after));
    const luma = (frame: number) => render(scene, frame, seededRandom(frame));
    const tracker = PlanarTracker.start(luma(0), scene.corners(0));
    tracker.step(luma(1));
    expect(tracker.step(covered).corners).toBeNull();
    const { corners, confidence } = tracker.step(luma(3));
    expect(corners && cornerDistance(corners, scene.corners(3))).toBeLessThan(2);
    expect(confidence).toBeGreaterThan(0.5);
  },
);

test.for(sampledRows([2, 2.8]))(
  'a picture of the surface, %f times as large and in view from the start, is not taken for it',
  { tags: 'sampled' },
  (size) => {
    const twin = { x: 400, y: 180, width: 120 * size, height: 90 * size };
    const scene = staged(
      (time) => ({ x: 70, y: 180, width: 120, height: 90, ...(time < 2 ? {} : { y: 600 }) }),
      (surface) => ({ look: surface, corners: () => posed(twin) }),
    );
    const luma = (frame: number) => render(scene, frame, seededRandom(frame));
    const tracker = PlanarTracker.start(luma(0), scene.corners(0));
    expect(tracker.step(luma(1)).confidence).toBeGreaterThan(0.9);
    for (const frame of [3, 4, 5, 6]) expect(tracker.step(luma(frame)).corners).toBeNull();
  },
);

test('a surface that is found again is less sure until it has looked the same in three frames', {
  tags: 'long',
}, () => {
  const frames = framesOf('mixed', 6);
  const [{ luma }] = frames as [TrueFrame];
  const tracker = start(frames);
  tracker.step((frames[1] as TrueFrame).luma);
  const covered = { width: luma.width, height: luma.height, data: new Uint8Array(luma.data.length).fill(90) };
  expect(tracker.step(covered).corners).toBeNull();
  const [first, second, third, fourth] = frames.slice(2).map((frame) => tracker.step(frame.luma)) as [
    SurfacePose,
    SurfacePose,
    SurfacePose,
    SurfacePose,
  ];
  for (const { corners, confidence } of [first, second, third]) {
    expect(corners).not.toBeNull();
    expect(confidence).toBeLessThan(fourth.confidence);
  }
});

test('corners that lie outside the frame, touch a line or are tiny make no step fail', () => {
  const [{ luma }, { luma: next }] = mixed as [TrueFrame, TrueFrame];
  const quads: Corners[] = [
    [-900, -900, 1500, -900, 1500, 1200, -900, 1200],
    [600, 300, 900, 310, 890, 700, 590, 650],
    [100, 100, 116, 100, 116, 116, 100, 116],
    [0, 0, 640, 0, 640, 16, 0, 16],
    [100, 100, 200, 100, 150.001, 150, 100, 200],
  ];
  for (const corners of quads) {
    const tracker = PlanarTracker.start(luma, corners);
    for (const frame of [next, luma]) {
      const pose = tracker.step(frame);
      expect(pose.corners?.every(Number.isFinite) ?? true).toBe(true);
      expect(pose.confidence).toBeGreaterThanOrEqual(0);
      expect(pose.confidence).toBeLessThanOrEqual(1);
    }
  }
});

test('corners that do not go round a convex quadrilateral are refused', () => {
  const [{ luma }] = mixed as [TrueFrame];
  for (const corners of [
    [10, 10, 100, 100, 100, 10, 10, 100],
    [10, 10, 100, 10, 40, 30, 10, 100],
    [10, 10, 50, 10, 90, 10, 10, 100],
    [Number.NaN, 10, 50, 10, 90, 90, 10, 100],
  ] as Corners[])
    expect(() => PlanarTracker.start(luma, corners)).toThrow(RangeError);
});

test('the state of a long surface, which has most cells, stays below 300 kB', { tags: 'long' }, () => {
  const [{ luma }] = mixed as [TrueFrame];
  const tracker = PlanarTracker.start(luma, [20, 140, 620, 140, 620, 215, 20, 215]);
  const before = tracker.toState().length;
  for (const { luma: next } of mixed.slice(1, 4)) tracker.step(next);
  expect(before).toBeGreaterThan(200_000);
  expect(tracker.toState().length).toBeLessThan(300_000);
});
