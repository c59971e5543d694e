import type { Corners } from '../../kernel/geometry/homography.ts';
import { predict } from './alignment/motion-prediction.ts';
import type { Evidence } from './confidence/confidence.ts';
import { demandProof } from './confidence/proof.ts';
import { detailedPose } from './detailed-pose.ts';
import { findPose } from './found-pose.ts';
import type { LumaFrame } from './frame/luma-frame.ts';
import type { Ingredient } from './ingredients.ts';
import { judge } from './judged-pose.ts';
import { learnLoss, learnPose } from './learnt-pose.ts';
import { packSurface, unpackSurface } from './stored-surface.ts';
import { surfaceAtStart } from './surface-at-start.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import { type KnownSurface, type TrackedSurface, trackedSurface } from './tracked-surface.ts';

/** Where the surface is in a frame. */
export interface SurfacePose {
  /** Pixels of the frame; null where the surface is lost. */
  readonly corners: Corners | null;
  /** Where the frame fits best, lost or not. */
  readonly best: Corners;
  /** Probability that no corner is off by more than 5 pixels, in [0, 1]. */
  readonly confidence: number;
  /** What the confidence follows from. */
  readonly evidence: Evidence;
}

/**
 * Follows a planar surface from frame to frame, each fed once, in presentation order or against it. What it does depends
 * on the frames alone: a tracker restored from its state goes on exactly as the one it was taken from.
 */
export class PlanarTracker {
  readonly #surface: TrackedSurface;

  private constructor(known: KnownSurface) {
    this.#surface = trackedSurface(known);
  }

  /**
   * @param corners in order around the surface, in pixels of the frame, counted from the top-left corner of its first one
   * @param without ingredients that are left out, for measurements
   * @throws RangeError where they are not the corners of a convex quadrilateral
   */
  static start(frame: LumaFrame, corners: Corners, without: readonly Ingredient[] = []): PlanarTracker {
    return new PlanarTracker(surfaceAtStart(frame, corners, without));
  }

  /** @param bytes that `toState` returned */
  static fromState(bytes: Uint8Array): PlanarTracker {
    return new PlanarTracker(unpackSurface(bytes));
  }

  /** All that the next steps depend on: less than 300 kB, however many frames were seen. */
  toState(): Uint8Array<ArrayBuffer> {
    return packSurface(this.#surface);
  }

  /**
   * Finds the surface in the frame that follows the last one, in either direction of time.
   * @throws RangeError when the frame has another size than the first one
   */
  step(frame: LumaFrame): SurfacePose {
    const surface = this.#surface;
    const { state, levels } = surface;
    const prediction = predict(state, (levels[0] as SurfaceLevel).grid);
    const found = findPose(surface, frame, prediction);
    const byCells = found.heldBy === null;
    if (found.afresh && byCells) demandProof(state);
    const judgement = judge(surface, found, prediction.last);
    const pose = found.blurred || !byCells ? found.pose : detailedPose(surface, found.pose);
    const { evidence, confidence, lost } = judgement;
    if (lost) learnLoss(state, judgement);
    else learnPose(surface, { ...found, pose }, judgement, prediction);
    return { corners: lost ? null : pose.corners, best: pose.corners, confidence, evidence };
  }
}
