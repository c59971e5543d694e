import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openBlobWalks } from '../../stores/documents/blob-walks.ts';
import { openVersionSweeper } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobSweeper } from '../../stores/jobs/jobs.ts';
import { openDetectionQueue } from '../../stores/queues/detection-queue.ts';
import { openIngestQueue } from '../../stores/queues/ingest-queue.ts';
import { openOutboxSweeper } from '../../stores/queues/outbox.ts';
import { openSurfaceSweeper } from '../../stores/surfaces.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideoSweeper } from '../../stores/videos/videos.ts';

export const SWEEPER_STORES = {
  videos: openVideoSweeper,
  versions: openVersionSweeper,
  blobWalks: openBlobWalks,
  jobs: openJobSweeper,
  surfaces: openSurfaceSweeper,
  files: openMediaFiles,
  ingest: openIngestQueue,
  detection: openDetectionQueue,
  outbox: openOutboxSweeper,
  purger: openPurger,
};

export type SweeperStores = Opened<typeof SWEEPER_STORES>;
