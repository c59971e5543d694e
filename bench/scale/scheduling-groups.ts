import { type Job, segmentCount } from '../../shared/domain/job/job.ts';
import { remainingSeconds } from '../../shared/domain/job/progress.ts';
import type { FrameIndex } from '../../shared/media/probe/frame-index.ts';
import { compare, type Section, type Series } from '../measure.ts';
import { planVideo, recordedSimulation } from './recorded-simulation.ts';
import type { RecordedWork } from './recorded-work.ts';
import { simulate } from './simulate.ts';

const WORKERS = [2, 16];
const MANY = 49;
const SECONDS = 60;

/** How the queue orders many jobs of one account, and one job of another account beside them. */
export function schedulingGroupsSection(
  index: FrameIndex,
  work: RecordedWork,
  { repetitions, ...video }: { repetitions: number; width: number; height: number; model: string },
): Section {
  const many: Job = planVideo(index, SECONDS, { ...video, accountId: 'many' });
  const one: Job = planVideo(index, SECONDS, { ...video, accountId: 'one' });
  const finish = (job: Job): number => remainingSeconds({ ...job, state: 'finishing' }, 0);

  /** When each job ends, in seconds, in the given order. */
  const endsOf = (jobs: readonly Job[], workers: number, round: number): number[] => {
    const named = jobs.map((job, position) => ({ ...job, jobId: String(position) }));
    const { moments } = simulate(named, recordedSimulation(work, { workers, round, finish }));
    return named.map(
      ({ jobId }) =>
        (moments.find(({ job }) => job.jobId === jobId && job.state === 'completed')?.at ?? 0) / 1000,
    );
  };
  const series = (name: string, end: (round: number) => number): Series => ({
    name,
    values: Array.from({ length: repetitions }, (_, round) => end(round)),
  });
  return {
    title: `${MANY} jobs of a minute at once, ${segmentCount(many)} segments each`,
    conditions: ['recorded work as above; all begin together, the finish as planned'],
    comparisons: WORKERS.flatMap((workers) => {
      const alone = series(`${workers} workers: alone`, (round) => endsOf([one], workers, round)[0] ?? 0);
      const crowd = Array<Job>(MANY).fill(many);
      return [
        compare(
          series(`${workers} workers: the first`, (round) => endsOf(crowd, workers, round)[0] ?? 0),
          alone,
          's',
        ),
        compare(
          series(
            `${workers} workers: one of another account beside them`,
            (round) => endsOf([...crowd, one], workers, round)[MANY] ?? 0,
          ),
          alone,
          's',
        ),
        compare(
          series(`${workers} workers: the last`, (round) => Math.max(...endsOf(crowd, workers, round))),
          alone,
          's',
        ),
      ];
    }),
  };
}
