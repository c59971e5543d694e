import type { MEDIA_BUCKET, QueueName, SETTINGS, TABLES, TableName } from '../shared/contract/resources.ts';

/** Actions on the items of a table. */
export const TABLE_ACTIONS = {
  read: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  update: ['dynamodb:UpdateItem'],
  delete: ['dynamodb:DeleteItem'],
} as const;

/** Actions on the objects below a prefix of the media bucket. */
export const OBJECT_ACTIONS = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  listParts: ['s3:ListMultipartUploadParts'],
  abort: ['s3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
} as const;

export type TableAccess = keyof typeof TABLE_ACTIONS;
export type ObjectAccess = keyof typeof OBJECT_ACTIONS;
export type Prefix = keyof typeof MEDIA_BUCKET.prefixes;
/** Settings that only some functions have; the others in SETTINGS are set where they are known. */
export type Setting = keyof typeof SETTINGS &
  ('keyPrefix' | 'detectorModel' | 'addedModels' | 'clipModel' | 'quotas');

type IndexName<T extends TableName> = (typeof TABLES)[T] extends { indexes: infer I }
  ? keyof I & string
  : never;

/** What a function may touch. The environment variables that name it are set together with the permission. */
export interface Grant {
  tables?: Partial<Record<TableName, readonly TableAccess[]>>;
  /** Secondary indexes that are queried. */
  indexes?: { [T in TableName]?: readonly IndexName<T>[] };
  objects?: Partial<Record<Prefix, readonly ObjectAccess[]>>;
  /** Lists keys, or reads objects that may not exist: without it S3 answers 403 where it would answer 404. */
  listsObjects?: boolean;
  /** Lists unfinished multipart uploads. */
  listsUploads?: boolean;
  /** Queues it sends to. What it is fed from is wired in the service stack. */
  queues?: readonly QueueName[];
  /** Hands out URLs signed with the signer role's credentials. */
  signsUrls?: boolean;
  settings?: readonly Setting[];
}

/** Whoever writes may find afterwards that the video is deleted, and removes what is left of it. */
const andRemovesRemains = ({ tables = {}, objects = {}, ...grant }: Grant): Grant => ({
  ...grant,
  tables: {
    ...tables,
    videos: union(tables.videos, ['read', 'delete']),
    versions: union(tables.versions, ['read', 'delete']),
    jobs: union(tables.jobs, ['delete']),
    plugins: union(tables.plugins, ['read', 'delete']),
    usage: union(tables.usage, ['read', 'update']),
  },
  objects: {
    uploads: union(objects.uploads, ['abort', 'delete']),
    documents: union(objects.documents, ['delete']),
    jobs: union(objects.jobs, ['delete']),
    exports: union(objects.exports, ['delete']),
    thumbnails: union(objects.thumbnails, ['delete']),
  },
  listsObjects: true,
});

/** What the endpoint answered under an Idempotency-Key. */
const keepsAnswers: readonly TableAccess[] = ['read', 'put', 'update', 'delete'];

const union = <T>(some: readonly T[] = [], more: readonly T[]): T[] => [...new Set([...some, ...more])];

const editsDocument = andRemovesRemains({
  tables: { videos: ['read', 'update'], versions: ['put'] },
  objects: { documents: ['read', 'write'] },
  settings: ['quotas'],
});

/** The permissions of every function, by its path under `functions/`. */
export const GRANTS: Readonly<Record<string, Grant>> = {
  'authorizer/authorizer': {
    tables: { keys: ['read', 'update'], limits: ['update'] },
    settings: ['keyPrefix'],
  },
  'not-found': {},
  'account/whoami': {},
  'reference/get-openapi': {},
  'reference/get-docs': {},
  'reference/get-root': {},

  'videos/list-videos': { tables: { videos: ['read'], usage: ['read'] }, signsUrls: true },
  'videos/get-video': {
    tables: { videos: ['read'], versions: ['read'] },
    objects: { documents: ['read'] },
    signsUrls: true,
  },
  'videos/upload-video': {
    tables: {
      videos: ['read', 'put', 'delete'],
      versions: ['read', 'put'],
      usage: ['read', 'update'],
      idempotency: keepsAnswers,
    },
    objects: { uploads: ['write'] },
    // A recount of an account with versions from before these were counted.
    listsObjects: true,
    signsUrls: true,
    settings: ['quotas'],
  },
  'videos/get-upload': {
    tables: { videos: ['read'], versions: ['read'] },
    objects: { uploads: ['listParts'] },
    signsUrls: true,
  },
  'videos/complete-upload': andRemovesRemains({
    tables: { videos: ['read', 'update'], idempotency: keepsAnswers },
    objects: { uploads: ['read', 'write'] },
  }),
  'videos/delete-video': andRemovesRemains({ tables: { videos: ['read'], versions: ['put'] } }),

  'metadata/get-metadata': {
    tables: { videos: ['read'], versions: ['read'] },
    objects: { documents: ['read'] },
  },
  'metadata/patch-metadata': editsDocument,
  'metadata/list-versions': { tables: { videos: ['read'], versions: ['read'] } },
  'metadata/export-video': andRemovesRemains({
    tables: { videos: ['read'] },
    objects: { uploads: ['read'], documents: ['read'], exports: ['read', 'write'] },
    signsUrls: true,
  }),
  'objects/list-objects': {
    tables: { videos: ['read'], versions: ['read'] },
    objects: { documents: ['read'] },
  },

  'objects/patch-object': editsDocument,
  'objects/delete-object': editsDocument,

  'processing/start-processing': andRemovesRemains({
    tables: {
      videos: ['read'],
      jobs: ['read', 'put', 'update'],
      idempotency: keepsAnswers,
    },
    objects: { documents: ['read'] },
    queues: ['detection'],
    settings: ['detectorModel', 'addedModels', 'clipModel', 'quotas'],
  }),
  'processing/get-processing-status': {
    tables: { videos: ['read'], versions: ['read'], jobs: ['read'], usage: ['read'] },
    settings: ['detectorModel', 'addedModels'],
  },
  'processing/cancel-processing': andRemovesRemains({
    tables: { jobs: ['read', 'put', 'update'], idempotency: keepsAnswers },
    settings: ['detectorModel', 'addedModels'],
  }),

  'projects/list-projects': { tables: { videos: ['read'] } },
  'projects/get-project': {
    tables: { videos: ['read'], versions: ['read'] },
    objects: { documents: ['read'] },
  },
  'projects/apply-changes': {
    ...editsDocument,
    tables: { ...editsDocument.tables, idempotency: keepsAnswers },
  },
  'projects/install-plugin': andRemovesRemains({
    tables: { videos: ['read'], plugins: ['put'], idempotency: keepsAnswers },
  }),

  'ingest/ingest': andRemovesRemains({
    tables: {
      videos: ['read', 'update'],
      versions: ['put'],
      jobs: ['read', 'put'],
    },
    objects: { uploads: ['read'], documents: ['read', 'write'], thumbnails: ['write'] },
    queues: ['detection'],
    settings: ['detectorModel', 'addedModels', 'quotas'],
  }),
  'ingest/dead-letters': andRemovesRemains({
    tables: { videos: ['update'], jobs: ['read', 'put'] },
    settings: ['detectorModel', 'addedModels'],
  }),
  'detector/detector': andRemovesRemains({
    tables: { videos: ['read', 'update'], versions: ['put'], jobs: ['read', 'update'] },
    objects: { uploads: ['read'], documents: ['read', 'write'], jobs: ['read', 'write'] },
    queues: ['detection'],
    settings: ['addedModels'],
  }),
  'detector/dead-letters': { tables: { jobs: ['read', 'update'] } },
  'sweeper/sweeper': andRemovesRemains({
    tables: { videos: ['read', 'update'], versions: ['update'], jobs: ['read', 'update'] },
    objects: { uploads: ['read'], exports: ['abort'] },
    listsUploads: true,
    indexes: { videos: ['by-sweep'], versions: ['by-sweep'], jobs: ['by-sweep'] },
    queues: ['ingest', 'detection'],
  }),
};
