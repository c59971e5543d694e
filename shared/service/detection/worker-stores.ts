import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentWriter } from '../../stores/documents/documents.ts';
import { openVersionWriter } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobWriter } from '../../stores/jobs/jobs.ts';
import { openWorkers } from '../../stores/jobs/workers.ts';
import { openDetectionOutbox } from '../../stores/queues/detection-outbox.ts';
import { openJobSlots } from '../../stores/quotas/job-quota.ts';
import { openStorageUsage } from '../../stores/quotas/storage-quota.ts';
import { openSurfaceSlots } from '../../stores/quotas/surface-quota.ts';
import { openSurfaceWriter } from '../../stores/surfaces.ts';
import { openVideoWriter } from '../../stores/videos/videos.ts';

/** The stores of the detection worker. */
export const WORKER_STORES = {
  videos: openVideoWriter,
  versions: openVersionWriter,
  documents: openDocumentWriter,
  usage: openStorageUsage,
  files: openMediaFiles,
  jobs: openJobWriter,
  slots: openJobSlots,
  surfaces: openSurfaceWriter,
  surfaceSlots: openSurfaceSlots,
  queue: openDetectionOutbox,
  workers: openWorkers,
};

export type WorkerStores = Opened<typeof WORKER_STORES>;
