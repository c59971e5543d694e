import { operators } from '../contract/operators.ts';
import type { Opened } from '../kernel/runtime/store-factories.ts';
import { openAccounts } from '../stores/accounts.ts';
import { openMediaFiles } from '../stores/files/media-files.ts';
import { openIdentityAdministration } from '../stores/identities.ts';
import { openFailedJobs } from '../stores/jobs/jobs.ts';
import { openKeyAdministration } from '../stores/keys/keys.ts';
import { openParkedMessages } from '../stores/parked-messages.ts';
import { openDetectionQueue } from '../stores/queues/detection-queue.ts';
import { openIngestQueue } from '../stores/queues/ingest-queue.ts';
import { openAccountUse } from '../stores/quotas/account-use.ts';
import { openJobQuota } from '../stores/quotas/job-quota.ts';
import { openKeyQuota, openKeySlots } from '../stores/quotas/key-quota.ts';
import { storeFactoriesOf } from '../stores/store-factory.ts';
import { openOwnedVideos } from '../stores/videos/video-lists.ts';
import { openFailedVideos } from '../stores/videos/videos.ts';

/** The stores of the operators' commands. */
export const OPERATOR_STORES = storeFactoriesOf(operators, {
  keys: openKeyAdministration,
  keyQuota: openKeyQuota,
  keySlots: openKeySlots,
  accounts: openAccounts,
  identities: openIdentityAdministration,
  use: openAccountUse,
  videos: openFailedVideos,
  ownedVideos: openOwnedVideos,
  jobs: openFailedJobs,
  quota: openJobQuota,
  files: openMediaFiles,
  ingest: openIngestQueue,
  queue: openDetectionQueue,
  parked: openParkedMessages,
});

export type OperatorStores = Opened<typeof OPERATOR_STORES>;
