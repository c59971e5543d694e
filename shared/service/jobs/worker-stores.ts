import type { Environment } from '../../kernel/runtime/environment.ts';
import { openDocuments } from '../../stores/documents/documents.ts';
import { openVersions } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobs } from '../../stores/jobs/jobs.ts';
import { openWorkers } from '../../stores/jobs/workers.ts';
import { openDetectionQueue } from '../../stores/queues.ts';
import { openJobPlaces } from '../../stores/quotas/job-quota.ts';
import { openStorageUsage } from '../../stores/quotas/storage-quota.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideos } from '../../stores/videos/videos.ts';

/** What both workers use that turn stored bytes into metadata: ingest and detection. */
export const openWorkerStores = (environment: Environment) => ({
  environment,
  videos: openVideos(environment),
  versions: openVersions(environment),
  documents: openDocuments(environment),
  usage: openStorageUsage(environment),
  files: openMediaFiles(environment),
  jobs: openJobs(environment),
  places: openJobPlaces(environment),
  queue: openDetectionQueue(environment),
  workers: openWorkers(environment),
  purger: openPurger(environment),
});

export type WorkerStores = ReturnType<typeof openWorkerStores>;
