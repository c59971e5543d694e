import { expect, test } from 'vitest';
import { sequenceScene, trueFrames } from '../../../research/planar/generator/sequence.ts';
import { packTracker, unpackTracker } from '../../../shared/service/surfaces/tracker-state.ts';
import { PlanarTracker } from '../../../shared/vision/planar/planar-tracker.ts';

/** A tracker that has followed some frames of a kind, with the frames after them. */
function followed(kind: string, count: number) {
  const frames = [...trueFrames(sequenceScene(kind, 501, count + 3, []), 501)].map(({ luma, corners }) => ({
    luma,
    corners,
  }));
  const [first, ...others] = frames;
  if (first === undefined) throw new Error('A sequence without frames.');
  const tracker = PlanarTracker.start(first.luma, first.corners);
  for (const { luma } of others.slice(0, count - 1)) tracker.step(luma);
  return { tracker, rest: others.slice(count - 1).map(({ luma }) => luma) };
}

test('a tracker that has seen blur goes on from its state bit for bit', { tags: 'long' }, () => {
  const { tracker, rest } = followed('blur', 5);
  const restored = unpackTracker(packTracker(tracker));
  expect(rest.map((luma) => restored?.step(luma))).toEqual(rest.map((luma) => tracker.step(luma)));
});

test('a state of another format is none', () => {
  const bytes = packTracker(followed('mixed', 2).tracker);
  expect(unpackTracker(bytes)).not.toBeNull();
  expect(unpackTracker(bytes.with(3, 99))).toBeNull();
  // As it was stored before it had a format.
  expect(unpackTracker(bytes.subarray(4))).toBeNull();
});

const ARRAYS_A_LEVEL = 6;

test('what a state holds stands here: a change asks for another STATE_FORMAT', () => {
  const bytes = packTracker(followed('mixed', 2).tracker);
  const view = new DataView(bytes.buffer);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + view.getUint32(4, true)))) as {
    state: object;
    layout: [kind: string, length: number][];
  };
  expect({
    format: view.getUint32(0),
    members: Object.keys(head.state).sort(),
    // How many features a view has depends on the frame.
    arrays: head.layout.map(([kind]) => kind).join(' '),
    finestLevel: head.layout.slice(0, ARRAYS_A_LEVEL).map(([, length]) => length),
  }).toMatchInlineSnapshot(`
    {
      "arrays": "f4 u1 f4 f4 u1 u1 f4 u1 f4 f4 u1 u1 f4 u1 f4 f4 u1 u1 f8 f4 f4 f4 f4 u4 f8 f4 f4 f4 f4 u4 u1 u1",
      "finestLevel": [
        16128,
        252,
        252,
        16128,
        252,
        252,
      ],
      "format": 6,
      "members": [
        "agreedFor",
        "agreement",
        "aspect",
        "blurredFrames",
        "borders",
        "byBorder",
        "closeness",
        "confidence",
        "exposure",
        "exposureScores",
        "frames",
        "height",
        "lookAlike",
        "lostFor",
        "map",
        "noise",
        "predictionError",
        "proofsMissing",
        "shapeError",
        "side",
        "slowest",
        "startMap",
        "startMotion",
        "troubledFor",
        "unbroken",
        "velocity",
        "width",
        "without",
      ],
    }
  `);
});
