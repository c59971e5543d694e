import type { Fit } from '../alignment/fit.ts';
import type { Agreement } from './confidence.ts';
import type { Proof } from './proof.ts';

/** How a surface has been followed of late, which decides when the whole frame is looked at. */
export interface Trouble {
  /** Frames since the last pose that was found. */
  lostFor: number;
  /** Frames since fewer cells began to fit, and whether features agreed when they were asked last. */
  troubledFor: number;
  agreement: Agreement;
  /** Of the last frame. */
  confidence: number;
}

export const untroubled = (): Trouble => ({
  lostFor: 0,
  troubledFor: 0,
  agreement: 'untried',
  confidence: 1,
});

const SURE = 0.5;
/** Below this share of fitting cells a surface is in trouble. */
const TROUBLED_SHARE = 0.6;
/** Frames from one look at the whole frame to the next while features agree with a pose of at least this confidence. */
const LOOK_AGAIN_AFTER = 3;
const SETTLED = 0.9;

/** Whether the surface is lost, or may be somewhere else than where it was followed to. */
export const isUnsure = ({ lostFor, proofsMissing, confidence }: Trouble & Proof): boolean =>
  lostFor > 0 || proofsMissing > 0 || confidence < SURE;

/** Whether to look at the whole frame: in trouble, but only now and then where features agreed. */
export function looksElsewhere(state: Trouble & Proof, { share }: Fit): boolean {
  if (!isUnsure(state) && share >= TROUBLED_SHARE) {
    state.troubledFor = 0;
    state.agreement = 'untried';
    return false;
  }
  const since = state.troubledFor++;
  const settled = !isUnsure(state) && state.confidence >= SETTLED && state.agreement === 'agrees';
  return !settled || since % LOOK_AGAIN_AFTER === 0;
}
