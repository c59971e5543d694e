import { type Need, union } from './need.ts';

const idempotency: Need = {
  tables: { idempotency: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
};

/** The keys of an account, those that earlier releases made too. */
const accountKeys: Need = {
  tables: { keys: ['BatchGetItem'], accountKeys: ['Query'] },
  indexes: { keys: ['by-account'] },
};

const outboxWriter: Need = { tables: { outbox: ['PutItem'] } };

/** Measures what the account has where its counts do not say: all its videos, and their blobs. */
const storageUsage: Need = {
  tables: { usage: ['GetItem', 'UpdateItem'], videos: ['Query'] },
  listsObjects: true,
};

/** The same for who decides over quotas. */
const recount: Need = { ...storageUsage, settings: ['quotas'] };

/** Removes a video's item, and those who took it for theirs; looks first whether it is there, which its count depends on. */
const videoRemover: Need = { tables: { videos: ['BatchGetItem', 'DeleteItem'] } };

/**
 * What each store factory of `shared/stores` needs, by the store factory's name. Infrastructure derives from it what a function is
 * granted without loading the function's code.
 */
export const STORE_NEEDS = {
  keyLookup: { tables: { keys: ['GetItem', 'UpdateItem'] }, settings: ['keyPrefix'] },
  keyLists: accountKeys,
  keyCreation: union(accountKeys, {
    tables: { keys: ['GetItem', 'PutItem'], accountKeys: ['PutItem'] },
    settings: ['keyPrefix'],
  }),
  keyRevocation: union(accountKeys, { tables: { keys: ['GetItem', 'UpdateItem'] } }),
  keyAdministration: union(accountKeys, {
    tables: { keys: ['GetItem', 'PutItem', 'UpdateItem', 'Scan'], accountKeys: ['PutItem'] },
    settings: ['keyPrefix'],
  }),
  /** Whether an account is there. */
  accountLookup: { tables: { accounts: ['GetItem'] } },
  accountReader: { tables: { accounts: ['GetItem'] } },
  accounts: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem', 'Scan'],
      keys: ['UpdateItem'],
      accountKeys: ['Query'],
      usage: ['UpdateItem'],
    },
    indexes: { keys: ['by-account'] },
  },
  /** Makes accounts. */
  newAccounts: { tables: { accounts: ['GetItem', 'PutItem'] } },
  identityLookup: { tables: { identities: ['GetItem', 'PutItem', 'UpdateItem'] } },
  identitySessions: { tables: { identities: ['UpdateItem'] } },
  identityErasure: { tables: { identities: ['PutItem', 'UpdateItem', 'Scan'] } },
  identityAdministration: { tables: { identities: ['GetItem', 'UpdateItem', 'Scan'] } },
  /** Looks at what holds the counts. */
  accountUse: union(accountKeys, {
    tables: { usage: ['GetItem'], videos: ['Query'], jobs: ['GetItem'], surfaces: ['GetItem'] },
    listsObjects: true,
    settings: ['quotas'],
  }),
  /** Marks accounts as erased, and finds them again. */
  erasedAccounts: {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Scan'] },
  },
  /** What is kept of an account besides its videos. */
  accountItems: union(
    {
      tables: { accountKeys: ['Query', 'DeleteItem'], keys: ['DeleteItem'] },
      indexes: { keys: ['by-account'] },
    },
    {
      tables: {
        usage: ['Query', 'DeleteItem'],
        idempotency: ['Scan', 'DeleteItem'],
        limits: ['Scan', 'DeleteItem'],
        events: ['Query', 'DeleteItem'],
        webhooks: ['Query', 'DeleteItem'],
        deliveries: ['Query', 'DeleteItem'],
      },
    },
  ),
  /** The counts of requests, without counting one. */
  rateReader: { tables: { limits: ['GetItem'] } },
  rateLimiter: { tables: { limits: ['UpdateItem'] } },
  idempotency,

  videoReader: { tables: { videos: ['GetItem'] } },
  videoWriter: { tables: { videos: ['GetItem', 'UpdateItem'] } },
  videoSweeper: {
    tables: { videos: ['GetItem', 'UpdateItem'] },
    indexes: { videos: ['by-sweep'] },
  },
  failedVideos: { tables: { videos: ['GetItem', 'UpdateItem', 'Scan'] } },
  videoRemover,
  videoLists: { tables: { videos: ['Query', 'BatchGetItem'] } },
  accountVideos: { tables: { videos: ['Query'] } },
  /** Whether videos are the account's. */
  ownedVideos: { tables: { videos: ['BatchGetItem'] } },
  newVideos: union(recount, { tables: { videos: ['PutItem'] } }),

  /** The newest version and the list of them. */
  versionLists: { tables: { versions: ['Query'] } },
  versionReader: { tables: { versions: ['Query', 'GetItem'] } },
  versionWriter: { tables: { versions: ['Query', 'GetItem', 'PutItem'] } },
  versionSweeper: {
    tables: { versions: ['Query', 'GetItem', 'UpdateItem', 'DeleteItem'] },
    indexes: { versions: ['by-sweep'] },
  },
  versionErasure: {
    tables: { versions: ['Query', 'GetItem', 'PutItem'] },
    indexes: { versions: ['by-sweep'] },
  },
  /** The one item that says where the sweeper is. */
  blobWalks: { tables: { versions: ['GetItem', 'PutItem'] } },

  documentReader: { objects: { documents: ['GetObject'] } },
  documentWriter: { objects: { documents: ['GetObject', 'PutObject'] }, listsObjects: true },

  /** How many videos there are. */
  videoCount: { tables: { usage: ['GetItem'], videos: ['Query', 'BatchGetItem'] } },
  storageUsage,
  storageQuota: recount,
  jobQuota: { tables: { usage: ['GetItem', 'UpdateItem'], jobs: ['GetItem'] }, settings: ['quotas'] },

  keyQuota: union(accountKeys, { tables: { usage: ['GetItem', 'UpdateItem'] }, settings: ['quotas'] }),
  activeKeys: union(accountKeys, { tables: { usage: ['GetItem'] } }),
  keySlots: { tables: { usage: ['UpdateItem'] } },

  jobReader: { tables: { jobs: ['GetItem'] } },
  jobClaims: { tables: { jobs: ['GetItem', 'PutItem'] } },
  jobControl: { tables: { jobs: ['GetItem', 'PutItem', 'UpdateItem'] } },
  jobWriter: { tables: { jobs: ['GetItem', 'UpdateItem'] } },
  failedJobs: { tables: { jobs: ['GetItem', 'PutItem', 'Scan'] } },
  jobSweeper: { tables: { jobs: ['GetItem', 'UpdateItem'] }, indexes: { jobs: ['by-sweep'] } },
  jobBacklog: { tables: { usage: ['GetItem'], jobs: ['GetItem', 'BatchGetItem'] } },
  jobSlots: { tables: { usage: ['UpdateItem'] } },
  surfaceReader: { tables: { surfaces: ['Query'] } },
  surfaceStarts: { tables: { surfaces: ['GetItem', 'PutItem', 'DeleteItem'] } },
  surfaceWriter: { tables: { surfaces: ['GetItem', 'UpdateItem'] } },
  surfaceSweeper: {
    tables: { surfaces: ['GetItem', 'UpdateItem', 'DeleteItem'] },
    indexes: { surfaces: ['by-sweep'] },
  },
  surfaceQuota: {
    tables: { usage: ['GetItem', 'UpdateItem'], surfaces: ['GetItem'] },
    settings: ['quotas'],
  },
  surfaceSlots: { tables: { usage: ['UpdateItem'] } },
  workers: { tables: { jobs: ['GetItem', 'UpdateItem'] } },
  detectionQueue: { queues: ['detection'] },
  /** Workers have no other way to SQS. */
  outboxWriter,
  detectionOutbox: outboxWriter,
  deliveries: outboxWriter,
  relayedItems: { tables: { outbox: ['DeleteItem'] } },
  outboxSweeper: {
    tables: { outbox: ['GetItem', 'DeleteItem'] },
    indexes: { outbox: ['by-sweep'] },
  },
  messageVisibility: { visibility: ['ingest', 'detection'] },
  ingestQueue: { queues: ['ingest'] },
  eventLog: { tables: { events: ['Query', 'GetItem', 'PutItem', 'UpdateItem'] } },
  eventRange: { tables: { events: ['Query'] } },
  eventReader: { tables: { events: ['Query', 'GetItem'] } },
  eventLookup: { tables: { events: ['GetItem'] } },
  webhookReader: { tables: { webhooks: ['GetItem'] } },
  webhookLists: { tables: { webhooks: ['Query'] } },
  webhookCreation: { tables: { webhooks: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } },
  webhookChanges: { tables: { webhooks: ['GetItem', 'UpdateItem'] } },
  webhookRemoval: { tables: { webhooks: ['GetItem', 'DeleteItem'] } },
  webhookOutcomes: { tables: { webhooks: ['GetItem', 'UpdateItem'] } },
  webhookQueue: { queues: ['webhooks'] },
  deliveryLists: { tables: { deliveries: ['Query'] } },
  deliveryRecords: { tables: { deliveries: ['GetItem', 'PutItem', 'UpdateItem'] } },
  parkedMessages: {
    queues: ['ingest', 'detection', 'webhooks'],
    parked: ['ingest', 'detection', 'webhooks'],
  },

  pluginReader: { tables: { plugins: ['Query'] } },
  pluginLists: { tables: { plugins: ['Query'] } },
  pluginRemoval: { tables: { plugins: ['GetItem', 'DeleteItem'] } },
  pluginInstaller: { tables: { plugins: ['GetItem', 'Query', 'PutItem'] } },

  /** Which objects are read and written is said by the function. */
  mediaFiles: {},
  uploadControl: { objects: { uploads: ['PutObject'] } },
  arrivedParts: { objects: { uploads: ['ListMultipartUploadParts'] } },
  urlSigner: { signsUrls: true },

  purger: union(storageUsage, videoRemover, {
    tables: {
      videos: ['GetItem'],
      versions: ['Query', 'DeleteItem'],
      jobs: ['DeleteItem'],
      surfaces: ['Query', 'DeleteItem'],
      plugins: ['Query', 'DeleteItem'],
    },
    objects: {
      uploads: ['AbortMultipartUpload', 'DeleteObject'],
      documents: ['DeleteObject'],
      jobs: ['DeleteObject'],
      surfaces: ['DeleteObject'],
      exports: ['DeleteObject'],
      thumbnails: ['DeleteObject'],
    },
  }),
} as const satisfies Record<string, Need>;

export type StoreName = keyof typeof STORE_NEEDS;
