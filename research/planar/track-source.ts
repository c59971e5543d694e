import { CommandFailure } from '../../cli/failures.ts';
import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import { PlanarTracker, type SurfacePose } from '../../shared/vision/planar/planar-tracker.ts';
import type { LumaSource } from './luma-source.ts';

/**
 * Tracks a surface forwards from a frame, then backwards from it.
 * @param corners in pixels of the displayed frame
 * @throws CommandFailure when the frame cannot be decoded
 * @returns for every frame that could be decoded, the pose in the same pixels; `undefined` for the others
 */
export async function trackSource(
  source: LumaSource,
  start: number,
  corners: Corners,
): Promise<(SurfacePose | undefined)[]> {
  const { displayed, working } = source;
  const [across, down] = [displayed.width / working.width, displayed.height / working.height];
  const poses: (SurfacePose | undefined)[] = Array.from({ length: source.count });
  const startTracker = (luma: Parameters<typeof PlanarTracker.start>[0]): PlanarTracker =>
    PlanarTracker.start(luma, inWorkingPixels(source, corners));
  let tracker: PlanarTracker | undefined;
  let backwards: PlanarTracker | undefined;
  const follow = ({ frame, luma }: { frame: number; luma: Parameters<PlanarTracker['step']>[0] }): void => {
    const pose = (tracker as PlanarTracker).step(luma);
    const { corners: found } = pose;
    poses[frame] = { ...pose, corners: found && moved(scaledBy(found, across, down), -CENTRE) };
  };
  const undecodable = (): CommandFailure =>
    new CommandFailure('corrupt-data', `Frame ${start} cannot be decoded.`);
  for await (const next of source.forwards(start)) {
    if (tracker) {
      follow(next);
      continue;
    }
    if (next.frame !== start) throw undecodable();
    tracker = startTracker(next.luma);
    backwards = startTracker(next.luma);
    poses[start] = { corners, best: corners, confidence: 1, evidence: [] };
  }
  if (!tracker) throw undecodable();
  tracker = backwards;
  for await (const next of source.backwards(start)) follow(next);
  return poses;
}

/** From the centre of a picture's first pixel, as truth is given, to its top-left corner. */
export const CENTRE = 0.5;

const scaledBy = (corners: Corners, across: number, down: number): Corners =>
  corners.map((value, i) => value * (i % 2 === 0 ? across : down)) as unknown as Corners;

export const moved = (corners: Corners, by: number): Corners =>
  corners.map((value) => value + by) as unknown as Corners;

/** Corners in pixels of the displayed frame, from the centre of the first one, as the tracker counts in the pictures that it gets. */
export const inWorkingPixels = (
  { displayed, working }: Pick<LumaSource, 'displayed' | 'working'>,
  corners: Corners,
): Corners =>
  scaledBy(moved(corners, CENTRE), working.width / displayed.width, working.height / displayed.height);
