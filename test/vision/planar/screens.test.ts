import { expect, test, vi } from 'vitest';
import { SCREEN_KINDS } from '../../../research/planar/generator/screens.ts';
import { sequenceScene, type TrueFrame, trueFrames } from '../../../research/planar/generator/sequence.ts';
import { cornerDistance } from '../../../shared/kernel/geometry/quadrilateral.ts';
import { PlanarTracker } from '../../../shared/vision/planar/planar-tracker.ts';
import { sampledRows } from '../../support/run/long.ts';

// They draw hundreds of frames, at nine samples a pixel.
vi.setConfig({ testTimeout: 120_000 });

/** Pixels by which the worst corner is off in each frame after the first; infinite where the surface is lost. */
function track(frames: readonly TrueFrame[], afterEach = (tracker: PlanarTracker) => tracker) {
  const [first] = frames as [TrueFrame];
  let tracker = PlanarTracker.start(first.luma, first.corners);
  return frames.slice(1).map(({ luma, corners }) => {
    tracker = afterEach(tracker);
    const { corners: found, confidence } = tracker.step(luma);
    return { error: found ? cornerDistance(found, corners) : Number.POSITIVE_INFINITY, confidence };
  });
}

const framesOf = (kind: string, seed: number, count: number): TrueFrame[] => [
  ...trueFrames(sequenceScene(kind, seed, count, []), seed),
];

/** Seed modulo 8: a thin dark, thick dark, thin bright, thick bright bezel, marked inside; then the same, marked outside. */
const SEED = 504;

test.each(
  sampledRows([
    ['content is flicked, handheld', SEED + 3],
    ['content scrolls', SEED],
  ]),
)('a screen of which the %s stays where its bezel is, surely', { tags: 'sampled' }, (kind, seed) => {
  for (const { error, confidence } of track(framesOf(kind, seed, 12))) {
    expect(error).toBeLessThan(5);
    expect(confidence).toBeGreaterThan(0.5);
  }
});

test('a tracker restored from its state goes on the same once a surface is held by its border', {
  tags: 'long',
}, () => {
  const frames = framesOf('content scrolls', SEED, 6);
  const inUnits = track(frames, (tracker) => PlanarTracker.fromState(tracker.toState()));
  expect(inUnits).toEqual(track(frames));
});

// What covers the border when the surface is marked is taken for a part of it: docs/surfaces.md says that this fails.
const HIDDEN_AT_START = 'content scrolls, hand before it';
// Carried fast, the border is lost, or one side of it: surfaces are lost then.
const CARRIED = 'content scrolls, carried';

test.each(Object.keys(SCREEN_KINDS).filter((kind) => kind !== HIDDEN_AT_START))(
  'a surface is followed, and hardly ever sure of a wrong place: %s',
  { tags: 'long' },
  (kind) => {
    // Others for each kind, so that there is every bezel.
    const first = SEED + 3 * Object.keys(SCREEN_KINDS).indexOf(kind);
    const frames = [first, first + 1, first + 2].flatMap((seed) => track(framesOf(kind, seed, 20)));
    const share = (holds: (frame: (typeof frames)[number]) => boolean): number =>
      frames.filter(holds).length / frames.length;
    expect(share(({ error, confidence }) => error > 10 && confidence >= 0.5)).toBeLessThan(0.02);
    expect(share(({ error }) => error <= 5)).toBeGreaterThan(kind === CARRIED ? 0.7 : 0.9);
  },
);
