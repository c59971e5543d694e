import type { Environment } from '../../kernel/runtime/environment.ts';
import { openVersions } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobs } from '../../stores/jobs/jobs.ts';
import { openDetectionQueue, openIngestQueue } from '../../stores/queues.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideos } from '../../stores/videos/videos.ts';

export const openSweeperStores = (environment: Environment) => ({
  environment,
  videos: openVideos(environment),
  versions: openVersions(environment),
  jobs: openJobs(environment),
  files: openMediaFiles(environment),
  ingest: openIngestQueue(environment),
  detection: openDetectionQueue(environment),
  purger: openPurger(environment),
});

export type SweeperStores = ReturnType<typeof openSweeperStores>;
