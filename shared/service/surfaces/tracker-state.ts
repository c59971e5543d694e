import { PlanarTracker } from '../../vision/planar/planar-tracker.ts';

/** Raised with a release whose tracker cannot go on from the state of the one before. */
const STATE_FORMAT = 6;
const HEAD_BYTES = 4;

/** A tracker's state as a unit leaves it for the next one, which a worker of another release may take. */
export function packTracker(tracker: PlanarTracker): Uint8Array {
  const state = tracker.toState();
  const bytes = new Uint8Array(HEAD_BYTES + state.length);
  new DataView(bytes.buffer).setUint32(0, STATE_FORMAT);
  bytes.set(state, HEAD_BYTES);
  return bytes;
}

/** @returns the tracker, or null where the state is of another format */
export function unpackTracker(bytes: Uint8Array): PlanarTracker | null {
  const format = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return format === STATE_FORMAT ? PlanarTracker.fromState(bytes.subarray(HEAD_BYTES)) : null;
}
