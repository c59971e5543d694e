import { openDocuments } from '../../shared/stores/documents.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { openJobPlaces } from '../../shared/stores/job-places.ts';
import { openJobs } from '../../shared/stores/jobs.ts';
import { openMediaFiles } from '../../shared/stores/media-files.ts';
import { openDetectionQueue } from '../../shared/stores/queues.ts';
import { openRemains } from '../../shared/stores/remains.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideoCount } from '../../shared/stores/video-count.ts';
import { openVideos } from '../../shared/stores/videos.ts';
import { openWorkers } from '../../shared/stores/workers.ts';

/** What both workers use that turn stored bytes into metadata: ingest and detection. */
export const openWorkerStores = (environment: Environment) => ({
  environment,
  videos: openVideos(environment),
  versions: openVersions(environment),
  documents: openDocuments(environment),
  count: openVideoCount(environment),
  files: openMediaFiles(environment),
  jobs: openJobs(environment),
  places: openJobPlaces(environment),
  queue: openDetectionQueue(environment),
  workers: openWorkers(environment),
  remains: openRemains(environment),
});

export type WorkerStores = ReturnType<typeof openWorkerStores>;
