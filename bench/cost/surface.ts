import { MEMORY } from '../../lib/memory.ts';
import { planUnits, UNIT_FRAMES } from '../../shared/domain/surface/plan-units.ts';
import type { MeasuredUse } from './measure-use.ts';
import { lambdaCost, runCost, storesCost, sum } from './request-cost.ts';
import { addUse, noUse } from './use.ts';

/** The example: a surface that is marked in the first frame of a video. */
export const SURFACE = {
  seconds: 60,
  fps: 30,
  secondsPerKeyFrame: 2,
  /** Frames that a worker decodes and tracks in a second. */
  trackedFps: 60,
} as const;

/** Every look at whether a surface is still wanted reads the newest version and writes the tracking and its index. */
const LOOK = { ...noUse(), dynamodbCalls: 2, readUnits: 1, writeUnits: 3 };
const FRAMES_PER_LOOK = 100;
/** A message is received and deleted. */
const MESSAGE = { ...noUse(), sqsRequests: 3 };

/** Dollars for tracking a surface; each unit is taken for as much use of the stores as the only one of a short clip. */
export function surfaceCost({ surface, relay }: MeasuredUse): {
  units: number;
  worker: number;
  stores: number;
} {
  const { seconds, fps, secondsPerKeyFrame, trackedFps } = SURFACE;
  const frames = seconds * fps;
  const keyFrames = Array.from(
    { length: seconds / secondsPerKeyFrame },
    (_, i) => i * fps * secondsPerKeyFrame,
  );
  const at = { startFrame: 0, totalFrames: frames, unitFrames: UNIT_FRAMES };
  const units = planUnits(at, keyFrames, 'forwards').length;
  const use = addUse([surface, units], [MESSAGE, units], [LOOK, frames / FRAMES_PER_LOOK]);
  return {
    units,
    worker: lambdaCost((frames / trackedFps) * 1000, MEMORY.worker) / 1e6,
    // A unit is held once, and sends the next one.
    stores: sum(storesCost(use)) / 1e6 + 2 * units * runCost(relay),
  };
}
