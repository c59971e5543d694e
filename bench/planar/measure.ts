import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import type { Evidence } from '../../shared/vision/planar/confidence.ts';
import type { LumaFrame } from '../../shared/vision/planar/luma-frame.ts';
import { PlanarTracker } from '../../shared/vision/planar/planar-tracker.ts';
import { cornerDistance } from '../../shared/vision/planar/quadrilateral.ts';

/** What a tracker made of a frame. */
export interface Measured {
  /** Pixels by which the worst corner is off, whether lost or not; infinite where no pose was given. */
  readonly error: number;
  readonly confidence: number;
  readonly lost: boolean;
  readonly evidence: Evidence;
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
  readonly counts: boolean;
}

/** Tracks from the first frame on, which does not count. */
export async function measure(frames: Iterable<JudgedFrame> | AsyncIterable<JudgedFrame>): Promise<Run> {
  let tracker: PlanarTracker | undefined;
  let trackingMs = 0;
  const measured: Measured[] = [];
  for await (const { luma, corners, counts } of frames) {
    if (!tracker) {
      tracker = PlanarTracker.start(luma, corners);
      continue;
    }
    const before = process.cpuUsage();
    const pose = tracker.step(luma);
    const { user, system } = process.cpuUsage(before);
    trackingMs += (user + system) / 1000;
    measured.push({
      error: pose.corners ? cornerDistance(pose.corners, corners) : Number.POSITIVE_INFINITY,
      confidence: pose.confidence,
      evidence: pose.evidence,
      lost: pose.corners === null,
      counts,
    });
  }
  return { frames: measured, trackingMs };
}
