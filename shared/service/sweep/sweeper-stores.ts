import type { Environment } from '../../kernel/runtime/environment.ts';
import { openVersions } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobs } from '../../stores/jobs/jobs.ts';
import { openDetectionQueue, openIngestQueue } from '../../stores/queues.ts';
import { openRemains } from '../../stores/remains.ts';
import { openVideos } from '../../stores/videos.ts';

export const openSweeperStores = (environment: Environment) => ({
  environment,
  videos: openVideos(environment),
  versions: openVersions(environment),
  jobs: openJobs(environment),
  files: openMediaFiles(environment),
  ingest: openIngestQueue(environment),
  detection: openDetectionQueue(environment),
  remains: openRemains(environment),
});

export type SweeperStores = ReturnType<typeof openSweeperStores>;
