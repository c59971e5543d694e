import { processingOptions } from '../../shared/contract/schemas/job.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { newVideo } from '../../shared/domain/video.ts';
import type { FrameIndex } from '../../shared/media/probe/frame-index.ts';
import { planJob } from '../../shared/service/jobs/plan-job.ts';
import { DURATIONS } from '../cost/request-cost.ts';
import type { RecordedWork } from './recorded-work.ts';
import type { SimulatedWork } from './simulate.ts';

export const FPS = 5;
export const PEOPLE = 8;
/** Sending, receiving and deleting a message, and looking up its job. */
const MESSAGE_SECONDS = (3 * DURATIONS.sqsCall + DURATIONS.dynamodbCall) / 1000;

/** Each segment takes as long as a recorded one, a different one in each round. */
export function recordedSimulation(
  { startUps, segments }: RecordedWork,
  { workers, round, finish }: { workers: number; round: number; finish: SimulatedWork['finish'] },
): SimulatedWork {
  const recorded = <Value>(values: readonly Value[], position: number): Value => {
    const value = values[(position + round) % values.length];
    if (value === undefined) throw new RangeError('nothing was recorded');
    return value;
  };
  return {
    workers,
    startUp: (worker) => recorded(startUps, worker),
    segment: (position, job) => {
      const { decoderStart, sample } = recorded(segments, position);
      const samples = (job.boundaries[position + 1] ?? 0) - (job.boundaries[position] ?? 0);
      return { decoderStart, samples: sample * samples };
    },
    message: MESSAGE_SECONDS,
    finish,
    objects: PEOPLE,
  };
}

/** The job of a video that repeats the recorded one up to this length. */
export function planVideo(
  index: FrameIndex,
  seconds: number,
  {
    width,
    height,
    model,
    accountId = '',
  }: { width: number; height: number; model: string; accountId?: string },
): Job {
  const known = { accountId, videoId: '', name: '', fileSize: 0, autoProcess: false, createdAt: '' };
  return planJob(
    { ...newVideo(known), width, height },
    repeated(index, seconds),
    processingOptions.parse({ fps: FPS }),
    { jobId: 'simulated', now: 0, model, fallback: false },
  );
}

/** The frame index of a video that repeats the recorded one up to this length. */
function repeated({ timescale, times, endTime, keyFrames }: FrameIndex, seconds: number): FrameIndex {
  const rounds = Math.ceil(seconds / endTime);
  const each = <Value>(value: (round: number) => Iterable<Value>): Value[] =>
    Array.from({ length: rounds }, (_, round) => [...value(round)]).flat();
  return {
    timescale,
    times: Float64Array.from(each((round) => times.map((time) => time + round * endTime))),
    endTime: rounds * endTime,
    keyFrames: Uint32Array.from(each((round) => keyFrames.map((frame) => frame + round * times.length))),
  };
}
