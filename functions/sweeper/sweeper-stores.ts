import type { Environment } from '../../shared/stores/environment.ts';
import { openJobs } from '../../shared/stores/jobs.ts';
import { openMediaFiles } from '../../shared/stores/media-files.ts';
import { openDetectionQueue, openIngestQueue } from '../../shared/stores/queues.ts';
import { openRemains } from '../../shared/stores/remains.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

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
