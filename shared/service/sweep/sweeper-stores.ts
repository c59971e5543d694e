import type { Opened } from '../../kernel/runtime/openers.ts';
import { openVersions } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobs } from '../../stores/jobs/jobs.ts';
import { openDetectionQueue, openIngestQueue } from '../../stores/queues.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideos } from '../../stores/videos/videos.ts';

export const SWEEPER_STORES = {
  videos: openVideos,
  versions: openVersions,
  jobs: openJobs,
  files: openMediaFiles,
  ingest: openIngestQueue,
  detection: openDetectionQueue,
  purger: openPurger,
};

export type SweeperStores = Opened<typeof SWEEPER_STORES>;
