import { atRest, displacement, learnMotion, type Prediction } from './alignment/motion-prediction.ts';
import { isBlurred } from './blur/blurred-pose.ts';
import { learnStartMotion } from './blur/start-frame.ts';
import { prove } from './confidence/proof.ts';
import type { FoundPose } from './found-pose.ts';
import { lacks } from './ingredients.ts';
import type { Judgement } from './judged-pose.ts';
import { sharpenStart } from './sharper-start.ts';
import { compare } from './template/comparison.ts';
import { complete, isComplete } from './template/completion.ts';
import type { TrackedSurface, TrackingState } from './tracked-surface.ts';

/** Share of fitting cells from which on they determine the surface's shape. */
const WELL_SUPPORTED = 0.4;
/** From this confidence on, what was covered at the start is learnt. */
const COMPLETING_CONFIDENCE = 0.8;

/** Records a frame in which the surface is lost. */
export function learnLoss(state: TrackingState, { confidence }: Judgement): void {
  state.confidence = confidence;
  state.unbroken = false;
  state.lostFor++;
}

/** Records where the surface is, and learns from the frame, which the pyramid holds, what it looks like. */
export function learnPose(
  surface: TrackedSurface,
  { pose, blurred, afresh, heldBy }: FoundPose,
  { confidence, kept }: Judgement,
  prediction: Prediction,
): void {
  const { state } = surface;
  const { map, corners, fit } = pose;
  state.confidence = confidence;
  if (afresh) {
    state.unbroken = false;
    state.velocity = atRest();
  } else {
    const steady = heldBy === null && fit.support > WELL_SUPPORTED && !isBlurred(state, state.velocity);
    learnMotion(state, prediction.corners, corners, steady);
  }
  state.map = map;
  state.lostFor = 0;
  state.frames++;
  // What the cells show is not the surface then.
  if (heldBy !== null) return;
  prove(state, fit, blurred);
  learnStartMotion(state, corners);
  // What a surface that was found again looks like is not learnt before it has proved itself.
  if (state.proofsMissing > 0) return;
  // A new template is of this frame already.
  if (kept && sharpenStart(surface, displacement(prediction.last, corners))) return;
  if (confidence > COMPLETING_CONFIDENCE) completeLevels(surface);
}

function completeLevels({ state, levels, pyramid }: TrackedSurface): void {
  if (lacks(state, 'completion')) return;
  for (const { template, comparison, completion } of levels) {
    if (isComplete(completion)) continue;
    compare(comparison, template, pyramid, state.map);
    complete(completion, template, comparison);
  }
}
