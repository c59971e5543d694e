import type { MEDIA_BUCKET, QueueName, SETTINGS, TABLES, TableName } from '../resources.ts';

/** Actions of DynamoDB on the items of a table. */
type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'Scan' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** Actions of S3 on the objects below a prefix of the media bucket. */
type ObjectAction =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'ListMultipartUploadParts'
  | 'AbortMultipartUpload';

/** What an operator does with the messages of a parked queue; sending them again needs the queue they came from. */
export const PARKED_ACTIONS = ['ReceiveMessage', 'ChangeMessageVisibility', 'DeleteMessage'] as const;

export type Prefix = keyof typeof MEDIA_BUCKET.prefixes;

/** Settings that only some functions have; the others in SETTINGS are set where they are known. */
export type Setting = keyof typeof SETTINGS &
  (
    | 'keyPrefix'
    | 'detectorModel'
    | 'addedModels'
    | 'clipModel'
    | 'quotas'
    | 'webhookLoopback'
    | 'consoleIssuer'
    | 'consoleJwksUrl'
    | 'consoleClientId'
  );

type IndexName<T extends TableName> = (typeof TABLES)[T] extends { indexes: infer I }
  ? keyof I & string
  : never;

/**
 * What code may touch. The environment variables that name the tables, the bucket and the queues, and the settings, are
 * set together with the permissions.
 */
export interface Need {
  tables?: { readonly [T in TableName]?: readonly TableAction[] };
  /** Secondary indexes that are queried. */
  indexes?: { readonly [T in TableName]?: readonly IndexName<T>[] };
  objects?: { readonly [P in Prefix]?: readonly ObjectAction[] };
  /** Lists keys, or reads objects that may not exist: without it S3 answers 403 where it would answer 404. */
  listsObjects?: boolean;
  /** Lists unfinished multipart uploads. */
  listsUploads?: boolean;
  /** Queues that messages are sent to. */
  queues?: readonly QueueName[];
  /** Queues whose parked messages are looked at and sent again. */
  parked?: readonly QueueName[];
  /** Queues whose received messages are hidden for longer or shorter. */
  visibility?: readonly QueueName[];
  /** Signs URLs with the signer role's credentials. */
  signsUrls?: boolean;
  settings?: readonly Setting[];
}

type Lists = { readonly [name: string]: readonly string[] | undefined };

const merged = <T>(lists: readonly (readonly T[] | undefined)[]): T[] =>
  [...new Set(lists.flatMap((list) => list ?? []))].sort();

function mergedByName(records: readonly (Lists | undefined)[]): Lists {
  const names = merged(records.map((record) => Object.keys(record ?? {})));
  return Object.fromEntries(names.map((name) => [name, merged(records.map((record) => record?.[name]))]));
}

/** Everything that any of them needs, in alphabetical order. */
export function union(...needs: readonly Need[]): Required<Need> {
  return {
    tables: mergedByName(needs.map(({ tables }) => tables)) as Required<Need>['tables'],
    indexes: mergedByName(needs.map(({ indexes }) => indexes)) as Required<Need>['indexes'],
    objects: mergedByName(needs.map(({ objects }) => objects)) as Required<Need>['objects'],
    listsObjects: needs.some(({ listsObjects }) => listsObjects),
    listsUploads: needs.some(({ listsUploads }) => listsUploads),
    queues: merged(needs.map(({ queues }) => queues)),
    parked: merged(needs.map(({ parked }) => parked)),
    visibility: merged(needs.map(({ visibility }) => visibility)),
    signsUrls: needs.some(({ signsUrls }) => signsUrls),
    settings: merged(needs.map(({ settings }) => settings)),
  };
}
