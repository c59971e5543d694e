import type { Fit } from '../alignment/fit.ts';
import type { FittedPose } from '../alignment/fitted-pose.ts';

/** The evidence that distinguishes a surface that is found again from one that only looks like it. */
export interface Proof {
  /** How well the surface fitted elsewhere in the frame in which it was marked (`lookAlikeScore`). */
  readonly lookAlike: number;
  /** In how many frames a surface that was found again has yet to look as it did before; 0 where it was followed. */
  proofsMissing: number;
  /** What share of the fitting cells usually look the same with little noise; null before the first frame. */
  closeness: number | null;
}

export const provenAtStart = (lookAlike: number): Proof => ({ lookAlike, proofsMissing: 0, closeness: null });

/** What is found again fits better than places that only look alike by this factor. */
const UNIQUE_FACTOR = 1.2;
/** Frames in a row in which a surface that was found again must look as it did before, and by which share of that. */
const PROOFS = 3;
const PROOF_CLOSENESS = 0.8;
const PROOF_SHARE = 0.3;
const CLOSENESS_GAIN = 0.01;

/** Whether other places fitted nearly as well when the surface was marked. */
export const maybeLookAlike = ({ lookAlike }: Proof, { score }: FittedPose): boolean =>
  score < UNIQUE_FACTOR * lookAlike;

export function demandProof(proof: Proof): void {
  proof.proofsMissing = PROOFS;
}

/** Takes note of how alike the surface looks in a frame, by which it proves itself when it is found again. */
export function prove(proof: Proof, { closeness, share }: Fit, blurred: boolean): void {
  const usual = proof.closeness ?? closeness;
  if (proof.proofsMissing > 0) {
    const proves = closeness >= PROOF_CLOSENESS * usual && share >= PROOF_SHARE;
    proof.proofsMissing = proves ? proof.proofsMissing - 1 : PROOFS;
  } else if (!blurred) {
    proof.closeness = usual + CLOSENESS_GAIN * (closeness - usual);
  }
}
