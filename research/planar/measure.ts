import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../shared/kernel/geometry/quadrilateral.ts';
import type { Evidence } from '../../shared/vision/planar/confidence/confidence.ts';
import type { LumaFrame } from '../../shared/vision/planar/frame/luma-frame.ts';
import type { Ingredient } from '../../shared/vision/planar/ingredients.ts';
import { PlanarTracker, type SurfacePose } from '../../shared/vision/planar/planar-tracker.ts';

/** What a tracker made of a frame. */
export interface Measured {
  /** Pixels by which the worst corner is off; infinite where no pose was given. */
  readonly error: number;
  /** The same of the best pose, given or not. */
  readonly bestError: number;
  readonly confidence: number;
  readonly lost: boolean;
  readonly evidence: Evidence;
  /** Share of the surface that can be seen: it is in the picture, and nothing covers it. */
  readonly visible: number;
  /** Whether there is enough of the surface in the frame for a fair judgement. */
  readonly counts: boolean;
}

export interface Run {
  readonly frames: readonly Measured[];
  /** Processor time of the tracker's steps. */
  readonly trackingMs: number;
}

/** A surface of which less is in the picture is not judged. */
export const LEAST_INSIDE = 0.12;

/** A frame with the truth about it. */
export interface JudgedFrame {
  readonly luma: LumaFrame;
  readonly corners: Corners;
  readonly visible: number;
  readonly counts: boolean;
}

/** What a tracker makes of a frame; milliseconds of processor time. */
type Step = Pick<SurfacePose, 'corners' | 'confidence' | 'evidence'> &
  Partial<Pick<SurfacePose, 'best'>> & { readonly cpuMs: number };

/** A tracker that was started on a frame. */
interface MeasuredTracker {
  step(luma: LumaFrame): Step | Promise<Step>;
  close?(): void;
}

export type StartTracker = (luma: LumaFrame, corners: Corners) => MeasuredTracker;

/** The tracker of this project. @param without ingredients that are left out */
export const planarTracker =
  (without: readonly Ingredient[] = []): StartTracker =>
  (first, corners) => {
    const tracker = PlanarTracker.start(first, corners, without);
    return {
      step(luma) {
        const before = process.cpuUsage();
        const pose = tracker.step(luma);
        const { user, system } = process.cpuUsage(before);
        return { ...pose, cpuMs: (user + system) / 1000 };
      },
    };
  };

/** Tracks from the first frame on, which does not count. @returns a run of each tracker */
export async function measure(
  frames: Iterable<JudgedFrame> | AsyncIterable<JudgedFrame>,
  starts: readonly StartTracker[],
): Promise<Run[]> {
  let trackers: MeasuredTracker[] | undefined;
  const runs = starts.map(() => ({ frames: [] as Measured[], trackingMs: 0 }));
  for await (const { luma, corners, visible, counts } of frames) {
    if (!trackers) {
      trackers = starts.map((start) => start(luma, corners));
      continue;
    }
    for (const [i, run] of runs.entries()) {
      const step = await (trackers[i] as MeasuredTracker).step(luma);
      run.trackingMs += step.cpuMs;
      const errorOf = (found: Corners | null | undefined): number =>
        found ? cornerDistance(found, corners) : Number.POSITIVE_INFINITY;
      run.frames.push({
        error: errorOf(step.corners),
        bestError: errorOf(step.best ?? step.corners),
        confidence: step.confidence,
        evidence: step.evidence,
        lost: step.corners === null,
        visible,
        counts,
      });
    }
  }
  for (const tracker of trackers ?? []) tracker.close?.();
  return runs;
}
