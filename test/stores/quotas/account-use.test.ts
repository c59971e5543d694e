import { expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { newVideo } from '../../../shared/domain/video.ts';
import { isoNow, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openJobs } from '../../../shared/stores/jobs/jobs.ts';
import { openAccountUse } from '../../../shared/stores/quotas/account-use.ts';
import { openJobQuota } from '../../../shared/stores/quotas/job-quota.ts';
import { openStorageUsage } from '../../../shared/stores/quotas/storage-quota.ts';
import { openSurfaceQuota } from '../../../shared/stores/quotas/surface-quota.ts';
import { openSurfaces } from '../../../shared/stores/surfaces.ts';
import { openNewVideos } from '../../../shared/stores/videos/new-videos.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { waitingJob } from '../../support/jobs/waiting-job.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { runningSurface } from '../../support/surfaces/running-surface.ts';

const { environment, advance } = await startWorkbench();
const use = openAccountUse(environment);

const newId = () => uuidv7(systemRuntime);
const usedBy = async (accountId: string) => (await use.of(accountId)).used;

test('what a deleted video took is not used any more', async () => {
  const accountId = newId();
  const known = { accountId, videoId: newId(), name: 'Clip', autoProcess: false };
  const video = newVideo({ ...known, fileSize: 1000, createdAt: isoNow(systemRuntime) });
  expect(await openNewVideos(environment).create(video)).toBeNull();
  await openStorageUsage(environment).addBytes(accountId, 50);
  expect(await usedBy(accountId)).toMatchObject({ videos: 1, bytes: 1000 });
  await openStorageUsage(environment).deletion(accountId, video.videoId, () =>
    openVideos(environment).delete(accountId, video.videoId),
  );
  expect(await usedBy(accountId)).toMatchObject({ videos: 0, bytes: 0, openUploads: 0 });
});

test('jobs are active while they run, whether their slot was released or not', async () => {
  const job = waitingJob({ accountId: newId(), videoId: newId(), jobId: newId() });
  expect(await openJobQuota(environment).admit(job)).toBeNull();
  expect(await usedBy(job.accountId)).toMatchObject({ activeJobs: 1 });
  const jobs = openJobs(environment);
  await jobs.claim(job);
  advance(61_000);
  expect(await usedBy(job.accountId)).toMatchObject({ activeJobs: 1 });
  await jobs.advance(job, 'cancelled');
  expect(await usedBy(job.accountId)).toMatchObject({ activeJobs: 0 });
});

test('surfaces are tracked until that ends, whether their slot was released or not', async () => {
  const tracking = runningSurface({ accountId: newId(), videoId: newId(), objectId: newId() });
  expect(await openSurfaceQuota(environment).admit(tracking)).toBeNull();
  const surfaces = openSurfaces(environment);
  await surfaces.begin(tracking);
  advance(61_000);
  expect(await usedBy(tracking.accountId)).toMatchObject({ activeSurfaces: 1 });
  await surfaces.advance(tracking, 'failed');
  expect(await usedBy(tracking.accountId)).toMatchObject({ activeSurfaces: 0 });
});

test('a slot whose holder was never stored counts for a minute', async () => {
  const job = waitingJob({ accountId: newId(), videoId: newId(), jobId: newId() });
  expect(await openJobQuota(environment).admit(job)).toBeNull();
  expect(await usedBy(job.accountId)).toMatchObject({ activeJobs: 1 });
  advance(61_000);
  expect(await usedBy(job.accountId)).toMatchObject({ activeJobs: 0 });
});
