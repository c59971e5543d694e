import { expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openJobBacklog } from '../../../shared/stores/jobs/job-backlog.ts';
import { openJobs } from '../../../shared/stores/jobs/jobs.ts';
import { type JobCounts, openJobQuota, openJobSlots } from '../../../shared/stores/quotas/job-quota.ts';
import { openUsageCounts } from '../../../shared/stores/quotas/usage.ts';
import { waitingJob } from '../../support/jobs/waiting-job.ts';
import { startTestService } from '../../support/service/test-service.ts';

const service = await startTestService({ worker: false });
let now = Date.now();
const environment = { variables: service.variables, runtime: { ...systemRuntime, now: () => now } };
const newId = (): string => uuidv7(environment.runtime);

/** A job that has begun, a second after the one before. */
async function begun(accountId: string) {
  now += 1000;
  const job = {
    ...waitingJob({ accountId, videoId: newId(), jobId: newId() }),
    createdAt: new Date(now).toISOString(),
  };
  await openJobQuota(environment).admit(job);
  await openJobs(environment).claim(job);
  return job;
}

test('a job stands behind the active ones of its account that began before it', async () => {
  const [account, stranger] = [newId(), newId()];
  const jobs = openJobs(environment);
  const first = await begun(account);
  const cancelled = await begun(account);
  await begun(stranger);
  const second = await begun(account);
  const job = await begun(account);
  await begun(account);
  await jobs.advance(cancelled, 'cancelled');
  const { ahead } = await openJobBacklog(environment).aheadOf(job);
  expect(ahead.map(({ jobId }) => jobId)).toEqual([first.jobId, second.jobId]);
});

test('the slot of a job is released at its end, not that of the next job of its video', async () => {
  const account = newId();
  const slots = openJobSlots(environment);
  const first = await begun(account);
  await openJobs(environment).advance(first, 'cancelled');
  now += 1000;
  const next = { ...first, jobId: newId() };
  await openJobQuota(environment).admit(next);
  const taken = async () => (await openUsageCounts<JobCounts>(environment, 'jobs').read(account))?.places;
  await slots.release(account, first.videoId, first.jobId);
  expect(Object.keys((await taken()) ?? {})).toEqual([first.videoId]);
  await slots.release(account, next.videoId, next.jobId);
  expect(await taken()).toEqual({});
});
