import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { UNMARKED_SCHEMA_VERSION } from '../../domain/document/document.ts';
import type { Restore } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { dynamodb, isConditionFailure, SWEEP, tableName } from '../dynamodb/client.ts';
import { dueItems, type Item, queryItems } from '../dynamodb/query.ts';
import type { PartReferences } from './document-parts.ts';
import type { StoredDocument } from './documents.ts';

/** A version of a video's metadata. */
export interface Version extends StoredDocument {
  videoId: string;
  version: number;
  /** Tells our own earlier attempt from another writer's. */
  writeId: string;
  createdAt: string;
  description: string;
  /**
   * Bytes that this version and all before it keep in objects of their own, as they are stored. Absent in versions from
   * before it was counted.
   */
  documentBytes?: number;
  /** Of version 1, where the video's file carried a document. */
  restore?: Restore;
}

/** Stands above all versions of a deleted video. */
export interface Tombstone {
  videoId: string;
  version: number;
  tombstone: true;
  writeId: string;
  accountId: string;
  createdAt: string;
}

/** What the history tells of a version. */
export type VersionEntry = Pick<Version, 'version' | 'createdAt' | 'description'>;

export const isTombstone = <Item>(item: Item | Tombstone | null): item is Tombstone =>
  typeof item === 'object' && item !== null && 'tombstone' in item;

export interface Versions {
  /** The newest item, read consistently: the current version, a tombstone, or null before the first. */
  newest(videoId: string): Promise<Version | Tombstone | null>;
  get(videoId: string, version: number): Promise<Version | Tombstone | null>;
  /** Newest first, a tombstone included. */
  list(
    videoId: string,
    options: { before?: number | undefined; limit?: number | undefined },
  ): Promise<(VersionEntry | Tombstone)[]>;
  /** Every part reference of every version. */
  references(videoId: string): AsyncGenerator<PartReferences>;
  /** The version a write made, if it made one at or above `from`. */
  findWrite(videoId: string, writeId: string, from: number): Promise<Version | null>;
  /**
   * Commits an item as exactly the version it names: one conditional put. Null when the number is taken by somebody
   * else; where this very write has taken it (an attempt whose reply was lost, or another delivery of the same
   * message), the item that stands.
   */
  put(item: Version): Promise<Version | null>;
  /** Commits a deletion above whatever is there; false when the video is deleted already. */
  putTombstone(videoId: string, accountId: string, writeId: string): Promise<boolean>;
  /** Removes the versions below a tombstone. */
  deleteBelow(tombstone: Tombstone): Promise<void>;
  deleteTombstone(tombstone: Tombstone): Promise<void>;
  /** Tombstones due for a sweep. */
  dueTombstones(now: number): AsyncGenerator<Tombstone>;
  postpone(tombstone: Tombstone, sweepAt: number): Promise<void>;
}

/** Longer than any function lives: what they wrote meanwhile is found by then. */
const FIRST_SWEEP = 20 * 60_000;

const toVersion = (item: Item): Version | Tombstone =>
  ('tombstone' in item ? item : { schemaVersion: UNMARKED_SCHEMA_VERSION, ...item }) as unknown as
    | Version
    | Tombstone;

export function openVersions(environment: Environment): Versions {
  const table = tableName(environment, 'versions');
  const { runtime } = environment;

  const get = async (videoId: string, version: number): Promise<Version | Tombstone | null> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { videoId, version }, ConsistentRead: true }),
    );
    return Item === undefined ? null : toVersion(Item);
  };

  /** @param options `below` or `from`, not both: there is one condition on a sort key */
  const query = (
    videoId: string,
    {
      below,
      from,
      attributes,
      limit,
    }: {
      below?: number | undefined;
      from?: number;
      attributes?: string[];
      limit?: number | undefined;
    },
  ): AsyncGenerator<Item> =>
    queryItems(
      {
        TableName: table,
        KeyConditionExpression: [
          'videoId = :video',
          ...(below === undefined ? [] : ['version < :below']),
          ...(from === undefined ? [] : ['version >= :from']),
        ].join(' AND '),
        ExpressionAttributeValues: {
          ':video': videoId,
          ...(below === undefined ? {} : { ':below': below }),
          ...(from === undefined ? {} : { ':from': from }),
        },
        ...(attributes === undefined
          ? {}
          : {
              ProjectionExpression: attributes.map((_, i) => `#a${i}`).join(', '),
              ExpressionAttributeNames: Object.fromEntries(attributes.map((name, i) => [`#a${i}`, name])),
            }),
        ScanIndexForward: false,
        ConsistentRead: true,
      },
      limit,
    );

  const newest = async (videoId: string): Promise<Version | Tombstone | null> => {
    for await (const item of query(videoId, { limit: 1 })) return toVersion(item);
    return null;
  };

  const put = async <T extends Version | (Tombstone & { sweep: string; sweepAt: number })>(
    item: T,
  ): Promise<T | null> => {
    try {
      await dynamodb().send(
        new PutCommand({
          TableName: table,
          Item: item,
          ConditionExpression: 'attribute_not_exists(version)',
        }),
      );
      return item;
    } catch (error) {
      // Whatever went wrong, and however often: only what stands there tells whether the write has happened.
      const standing = await get(item.videoId, item.version);
      if (standing?.writeId === item.writeId) return standing as T;
      if (isConditionFailure(error)) return null;
      throw error;
    }
  };

  return {
    newest,
    get,
    put,

    async list(videoId, { before, limit }) {
      const entries = [];
      const attributes = ['version', 'createdAt', 'description', 'tombstone'];
      for await (const item of query(videoId, { below: before, limit, attributes })) {
        entries.push(item as unknown as VersionEntry | Tombstone);
      }
      return entries;
    },

    async *references(videoId) {
      for await (const item of query(videoId, { attributes: ['parts'] })) {
        if (item.parts !== undefined) yield item.parts as PartReferences;
      }
    },

    async findWrite(videoId, writeId, from) {
      const attributes = ['version', 'writeId'];
      for await (const { version, writeId: found } of query(videoId, { from, attributes })) {
        if (found !== writeId) continue;
        const item = await get(videoId, version as number);
        return item === null || isTombstone(item) ? null : item;
      }
      return null;
    },

    async putTombstone(videoId, accountId, writeId) {
      for (;;) {
        const top = await newest(videoId);
        if (isTombstone(top)) return false;
        const committed = await put({
          videoId,
          version: (top?.version ?? 0) + 1,
          tombstone: true,
          writeId,
          accountId,
          createdAt: isoNow(runtime),
          sweep: SWEEP,
          sweepAt: runtime.now() + FIRST_SWEEP,
        });
        if (committed !== null) return true;
      }
    },

    async deleteBelow({ videoId, version }) {
      for await (const item of query(videoId, { below: version, attributes: ['version'] })) {
        await dynamodb().send(
          new DeleteCommand({ TableName: table, Key: { videoId, version: item.version } }),
        );
      }
    },

    async deleteTombstone({ videoId, version }) {
      await dynamodb().send(new DeleteCommand({ TableName: table, Key: { videoId, version } }));
    },

    async *dueTombstones(now) {
      for await (const { videoId, version } of dueItems(table, now)) {
        const item = await get(videoId as string, version as number);
        if (isTombstone(item)) yield item;
      }
    },

    async postpone({ videoId, version }, sweepAt) {
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { videoId, version },
            UpdateExpression: 'SET sweepAt = :at',
            ConditionExpression: 'attribute_exists(version)',
            ExpressionAttributeValues: { ':at': sweepAt },
          }),
        );
      } catch (error) {
        // Another run of the sweeper has removed it.
        if (!isConditionFailure(error)) throw error;
      }
    },
  };
}
