/**
 * Tables, bucket and queues, described once: CDK and the local cloud both create them from here.
 * `env` is the environment variable through which a function learns the deployed name.
 */
export interface TableSpec {
  env: string;
  partitionKey: KeySpec;
  sortKey?: KeySpec;
  indexes?: Record<string, { partitionKey: KeySpec; sortKey?: KeySpec; keysOnly?: boolean }>;
  /** Attribute (epoch seconds) after which DynamoDB may drop the item; readers check it themselves too. */
  expiry?: string;
  /** Its changes are announced (`stream-consumers.ts`), with the item as it is then, or as it was before, too. */
  stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES';
}

export interface KeySpec {
  name: string;
  type: 'S' | 'N';
}

const text = (name: string): KeySpec => ({ name, type: 'S' });
const number = (name: string): KeySpec => ({ name, type: 'N' });

/**
 * Items that need the sweeper's attention carry `sweep` (one of few values) and `sweepAt` (epoch ms); the sweeper reads
 * those of each value in that order from this sparse index.
 */
const sweepIndex = {
  'by-sweep': { partitionKey: text('sweep'), sortKey: number('sweepAt'), keysOnly: true },
};

export const TABLES = {
  keys: {
    env: 'KEYS_TABLE',
    partitionKey: text('keyHash'),
    indexes: {
      'by-account': { partitionKey: text('accountId'), sortKey: text('createdAt') },
    },
    stream: 'NEW_AND_OLD_IMAGES',
  },
  accountKeys: { env: 'ACCOUNT_KEYS_TABLE', partitionKey: text('accountId'), sortKey: text('keyId') },
  accounts: { env: 'ACCOUNTS_TABLE', partitionKey: text('accountId') },
  identities: { env: 'IDENTITIES_TABLE', partitionKey: text('identityKey') },
  limits: { env: 'LIMITS_TABLE', partitionKey: text('counter'), expiry: 'expiresAt' },
  usage: { env: 'USAGE_TABLE', partitionKey: text('accountId'), sortKey: text('kind') },
  idempotency: { env: 'IDEMPOTENCY_TABLE', partitionKey: text('requestKey'), expiry: 'expiresAt' },
  videos: {
    env: 'VIDEOS_TABLE',
    partitionKey: text('accountId'),
    sortKey: text('videoId'),
    indexes: sweepIndex,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  versions: {
    env: 'VERSIONS_TABLE',
    partitionKey: text('videoId'),
    sortKey: number('version'),
    indexes: sweepIndex,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  plugins: { env: 'PLUGINS_TABLE', partitionKey: text('videoId'), sortKey: text('plugin') },
  jobs: {
    env: 'JOBS_TABLE',
    partitionKey: text('videoId'),
    indexes: sweepIndex,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  surfaces: {
    env: 'SURFACES_TABLE',
    partitionKey: text('videoId'),
    sortKey: text('objectId'),
    indexes: sweepIndex,
    stream: 'NEW_AND_OLD_IMAGES',
  },
  outbox: {
    env: 'OUTBOX_TABLE',
    partitionKey: text('id'),
    indexes: sweepIndex,
    expiry: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  events: {
    env: 'EVENTS_TABLE',
    partitionKey: text('accountId'),
    sortKey: number('sequence'),
    expiry: 'expiresAt',
  },
  webhooks: { env: 'WEBHOOKS_TABLE', partitionKey: text('accountId'), sortKey: text('webhookId') },
  deliveries: {
    env: 'DELIVERIES_TABLE',
    partitionKey: text('accountId'),
    sortKey: text('delivery'),
    expiry: 'expiresAt',
  },
} as const satisfies Record<string, TableSpec>;

export type TableName = keyof typeof TABLES;

/** The one bucket; the prefix of a key says what the object is. Keys never contain names given by users. */
export const MEDIA_BUCKET = {
  env: 'MEDIA_BUCKET',
  prefixes: {
    uploads: 'uploads/',
    documents: 'documents/',
    jobs: 'jobs/',
    surfaces: 'surfaces/',
    exports: 'exports/',
    thumbnails: 'thumbnails/',
  },
} as const;

/** Days that a table can be restored to a moment of: the bucket keeps as long what tables may have named then. */
export const RECOVERY_DAYS = 35;

export interface QueueSpec {
  env: string;
  /**
   * Seconds a received message stays hidden if nothing changes that: as long as its worker may run. Workers shorten it when they
   * begin, and extend it while they work (`shared/stores/queues/deliveries.ts`).
   */
  visibilityTimeout: number;
  /** Receives after which a message moves to the dead-letter queue. */
  maxReceiveCount: number;
}

export const QUEUES = {
  ingest: { env: 'INGEST_QUEUE_URL', visibilityTimeout: 900, maxReceiveCount: 5 },
  detection: { env: 'DETECTION_QUEUE_URL', visibilityTimeout: 180, maxReceiveCount: 5 },
  webhooks: { env: 'WEBHOOKS_QUEUE_URL', visibilityTimeout: 60, maxReceiveCount: 5 },
} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof QUEUES;

/** Days that a message of work is kept, from when it was sent. */
export const WORK_RETENTION_DAYS = 4;

/** What the worker of a queue gave up: a consumer of its own takes these messages, which stay hidden from others meanwhile (seconds). */
export const DEAD_LETTERS = { retentionDays: 14, visibilityTimeout: 180, maxReceiveCount: 20 } as const;

/** Queues of dead letters that their consumer could not take either. Nothing reads them but an operator. */
export const PARKED = {
  ingest: { env: 'PARKED_INGEST_URL' },
  detection: { env: 'PARKED_DETECTION_URL' },
  webhooks: { env: 'PARKED_WEBHOOKS_URL' },
} as const satisfies Record<QueueName, { env: string }>;

/** Further environment variables of the functions. */
export const SETTINGS = {
  /** Role whose temporary credentials sign the URLs handed out; empty: the process's own credentials sign. */
  signerRoleArn: 'SIGNER_ROLE_ARN',
  /** Largest file accepted in a multipart upload, bytes. */
  inlineUploadBytes: 'INLINE_UPLOAD_BYTES',
  /** JSON of the quotas that differ from the defaults, by tier. */
  quotas: 'QUOTAS',
  /** Id of the detector model in the manifest. */
  detectorModel: 'DETECTOR_MODEL',
  /** File of models besides those in `models/manifest.json`, in the same form; empty: none. */
  addedModels: 'ADDED_MODELS',
  /** Id of the CLIP model; empty: none. */
  clipModel: 'CLIP_MODEL',
  /** Folders that hold the model files, separated like those of PATH. */
  modelsDir: 'VMS_MODELS_DIR',
  /** First part of an API key's secret. */
  keyPrefix: 'KEY_PREFIX',
  /** Issuer of the console's tokens (OpenID Connect); empty: none is accepted. */
  consoleIssuer: 'CONSOLE_ISSUER',
  /** Where the issuer publishes its keys (JWKS). */
  consoleJwksUrl: 'CONSOLE_JWKS_URL',
  /** Client that the tokens must be made for; empty: any that the issuer allows to ask for the console's scope. */
  consoleClientId: 'CONSOLE_CLIENT_ID',
  /** Origin that browsers may call from. */
  corsOrigin: 'CORS_ORIGIN',
  /** `true` lets webhooks name addresses of this machine: in the local service alone. */
  webhookLoopback: 'WEBHOOK_LOOPBACK',
  /** Namespace of the metrics; none are written without it. */
  metricsNamespace: 'METRICS_NAMESPACE',
} as const;
