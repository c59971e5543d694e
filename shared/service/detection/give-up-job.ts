import type { JobRef, JobWriter } from '../../stores/jobs/jobs.ts';

/** Fails a job of which one step killed its worker, or ran out of time, on every attempt. */
export async function giveUpJob({ jobs }: { jobs: JobWriter }, job: JobRef): Promise<void> {
  await jobs.advance(job, 'failed', {
    failure: { code: 'WORKER_DIED', message: 'The detector died or ran out of time on every attempt.' },
  });
}
