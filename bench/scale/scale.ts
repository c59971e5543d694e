import path from 'node:path';
import { MEMORY } from '../../lib/memory.ts';
import { crowd } from '../../research/mot/speed.ts';
import { type Job, segmentCount } from '../../shared/domain/job/job.ts';
import { remainingSeconds, workShare } from '../../shared/domain/job/progress.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { selectDetector } from '../../shared/inference/models/model-store.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { DURATIONS, lambdaCost } from '../cost/request-cost.ts';
import { type BenchMedia, synthesizedClip } from '../detection.ts';
import { compare, type Section, type Series, summarize } from '../measure.ts';
import { recordFinish } from './recorded-finish.ts';
import { FPS, PEOPLE, planVideo, recordedSimulation } from './recorded-simulation.ts';
import { type RecordedWork, recordWork } from './recorded-work.ts';
import { schedulingGroupsSection } from './scheduling-groups.ts';
import { simulate } from './simulate.ts';

const WORKERS = [1, 4, 16, 64];
const SECONDS = 3600;
/** 1080×1920, HEVC Main 10: the most expensive clip of VMS_CLIPS_DIR to decode. */
const CLIP = 'sample_edit_list.mp4';

/** An hour of video on 1 to 64 workers: processor times are measured on a sample and replayed. */
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
  const job = planVideo(index, SECONDS, { width, height, model: located.model.id });
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
    schedulingGroupsSection(index, work, { repetitions, width, height, model: located.model.id }),
  ];
}

interface Run {
  readonly seconds: number;
  readonly workerSeconds: number;
  readonly dollars: number;
  /** The remaining time that the status stated at a tenth of the work, and the actual one. */
  readonly eta: number;
  readonly rest: number;
}

/** Each segment takes as long as a recorded one, a different one in each round. */
function replay(
  job: Job,
  work: RecordedWork,
  { workers, finish, round }: { workers: number; finish: number; round: number },
): Run {
  const { moments, workerSeconds } = simulate(
    [job],
    recordedSimulation(work, { workers, round, finish: () => finish }),
  );
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
