import path from 'node:path';
import { planJob } from '../../functions/processing/plan-job.ts';
import { MEMORY } from '../../lib/memory.ts';
import { processingOptions } from '../../shared/contract/schemas/job.ts';
import { type Job, segmentCount } from '../../shared/domain/job.ts';
import { remainingSeconds, workShare } from '../../shared/domain/job-progress.ts';
import { newVideo } from '../../shared/domain/video.ts';
import { modelManifest } from '../../shared/inference/manifest.ts';
import { selectDetector } from '../../shared/inference/model-store.ts';
import { fileSource } from '../../shared/media/byte-source.ts';
import type { FrameIndex } from '../../shared/media/frame-index.ts';
import { probeVideo } from '../../shared/media/probe.ts';
import { DURATIONS, lambdaCost } from '../cost/request-cost.ts';
import { type BenchMedia, synthesizedClip } from '../detection.ts';
import { compare, type Section, type Series, summarize } from '../measure.ts';
import { crowd } from '../mot/speed.ts';
import { recordFinish } from './recorded-finish.ts';
import { type RecordedWork, recordWork } from './recorded-work.ts';
import { simulate } from './simulate.ts';

const WORKERS = [1, 4, 16, 64];
const SECONDS = 3600;
const FPS = 5;
const PEOPLE = 8;
/** 1080×1920, HEVC Main 10: the dearest to decode of VMS_CLIPS_DIR. */
const CLIP = 'sample_edit_list.mp4';
/** Sending, receiving and deleting a message, and looking up its job. */
const MESSAGE_SECONDS = (3 * DURATIONS.sqsCall + DURATIONS.dynamodbCall) / 1000;

/** An hour of video on 1 to 64 workers: real work on a sample, its processor times replayed. */
export async function benchScale({
  repetitions,
  clipsDir,
  modelsDirs,
  scratchDir,
}: BenchMedia & { readonly repetitions: number }): Promise<Section[]> {
  const located = await selectDetector({ manifest: modelManifest, modelsDirs });
  const clip = clipsDir ? path.join(clipsDir, CLIP) : await synthesizedClip(scratchDir);
  await using source = await fileSource(clip);
  const { width, height, frames: index } = await probeVideo(source);
  const work = await recordWork(
    { source, width, height, index },
    { located, modelsDirs, fps: FPS, repetitions },
  );
  const job = planHour(repeated(index, SECONDS), { width, height, model: located.model.id });
  const finish =
    (await recordFinish(job, [...crowd(job.sampledFrames, PEOPLE)], scratchDir)) +
    (segmentCount(job) * DURATIONS.s3Call) / 1000;

  const runs = new Map(
    WORKERS.map((workers) => [
      workers,
      Array.from({ length: repetitions }, (_, round) => replay(job, work, { workers, finish, round })),
    ]),
  );
  const of = (workers: number, name: string, figure: (run: Run) => number): Series => ({
    name,
    values: (runs.get(workers) ?? []).map(figure),
  });
  const median = (values: readonly number[]): string => summarize(values).median.toFixed(2);
  return [
    {
      title: `An hour of ${width}×${height} at ${FPS} frames a second: ${segmentCount(job)} segments`,
      conditions: [
        `${located.model.id}${located.reason ? ` because ${located.reason}` : ''}; ${path.basename(clip)} over and over, ${PEOPLE} people`,
        `recorded, seconds of processor time: start of a worker ${median(work.startUps)}, of a decoder ${median(work.segments.map(({ decoderStart }) => decoderStart))}, a sample ${median(work.segments.map(({ sample }) => sample))}, finish ${finish.toFixed(1)} with ${DURATIONS.s3Call} ms a read`,
        'a second of processor time here counts as a second of a worker, all of which start cold',
      ],
      comparisons: WORKERS.flatMap((workers) => {
        const time = of(workers, `${workers} worker${workers > 1 ? 's' : ''}`, ({ seconds }) => seconds);
        return [
          compare(
            time,
            of(1, '1 worker', ({ seconds }) => seconds),
            's',
          ),
          compare(
            of(1, `${workers}: share of one worker's time`, ({ seconds }) => seconds / workers),
            time,
            's (efficiency)',
          ),
          compare(
            of(workers, `${workers}: worker seconds`, ({ workerSeconds }) => workerSeconds),
            of(1, '1 worker', ({ workerSeconds }) => workerSeconds),
            's',
          ),
          compare(
            of(workers, `${workers}: cost`, ({ dollars }) => dollars),
            of(1, '1 worker', ({ dollars }) => dollars),
            '$',
          ),
          compare(
            of(workers, `${workers}: eta at a tenth of the work`, ({ eta }) => eta),
            of(workers, 'what it took from there', ({ rest }) => rest),
            's',
          ),
        ];
      }),
    },
  ];
}

/** The index of a video that shows the same again and again until it is so long. */
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

function planHour(
  index: FrameIndex,
  { width, height, model }: { width: number; height: number; model: string },
): Job {
  const known = { accountId: '', videoId: '', name: '', fileSize: 0, autoProcess: false, createdAt: '' };
  return planJob({ ...newVideo(known), width, height }, index, processingOptions.parse({ fps: FPS }), {
    jobId: 'simulated',
    now: 0,
    model,
    fallback: false,
  });
}

interface Run {
  readonly seconds: number;
  readonly workerSeconds: number;
  readonly dollars: number;
  /** What the status said was left at a tenth of the work, and what was. */
  readonly eta: number;
  readonly rest: number;
}

/** Each segment takes as long as one of those that were recorded, another one in each round. */
function replay(
  job: Job,
  { startUps, segments }: RecordedWork,
  { workers, finish, round }: { workers: number; finish: number; round: number },
): Run {
  const recorded = <Value>(values: readonly Value[], position: number): Value => {
    const value = values[(position + round) % values.length];
    if (value === undefined) throw new RangeError('nothing was recorded');
    return value;
  };
  const { moments, workerSeconds } = simulate([job], {
    workers,
    startUp: (worker) => recorded(startUps, worker),
    segment: (position) => {
      const { decoderStart, sample } = recorded(segments, position);
      const samples = (job.boundaries[position + 1] ?? 0) - (job.boundaries[position] ?? 0);
      return { decoderStart, samples: sample * samples };
    },
    message: MESSAGE_SECONDS,
    finish: () => finish,
    objects: PEOPLE,
  });
  const end = moments.at(-1)?.at ?? 0;
  const tenth = moments.find((moment) => workShare(moment.job) >= 0.1);
  if (tenth === undefined) throw new Error('The job has not come so far');
  return {
    seconds: end / 1000,
    workerSeconds,
    dollars:
      (lambdaCost(workerSeconds * 1000, MEMORY.worker) + segmentCount(job) * lambdaCost(0, MEMORY.worker)) /
      1e6,
    eta: remainingSeconds(tenth.job, tenth.at),
    rest: (end - tenth.at) / 1000,
  };
}
