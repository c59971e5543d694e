import type { VersionAuthor } from '../../contract/schemas/metadata.ts';
import { UNMARKED_SCHEMA_VERSION } from '../../domain/document/document.ts';
import type { Restore } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, queryItems } from '../dynamodb/read.ts';
import { type Due, dueItems, sweepEntry } from '../dynamodb/sweep.ts';
import { deleteItem, putItem, updateItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';
import type { StoredDocument } from './documents.ts';

/** A version of a video's metadata. */
export interface Version extends StoredDocument {
  videoId: string;
  /** Absent in versions from before this was noted. */
  accountId?: string;
  version: number;
  /** Tells our own earlier attempt from another writer's. */
  writeId: string;
  createdAt: string;
  description: string;
  /**
   * Bytes that this version and all before it keep in S3. Absent in versions from before this was counted.
   */
  documentBytes?: number;
  /** Of its objects (`objectLabels`). Absent in versions from before this was noted, and made of their objects. */
  labels?: readonly string[];
  /** Absent where the service made it, and in versions from before this was noted. */
  author?: VersionAuthor;
  /** Of version 1, if the video's file carried a document. */
  restore?: Restore;
}

/** Marks a deleted video, above all its versions. */
export interface Tombstone {
  videoId: string;
  version: number;
  tombstone: true;
  writeId: string;
  accountId: string;
  createdAt: string;
}

/** A version in the history. */
export type VersionEntry = Pick<Version, 'version' | 'createdAt' | 'description' | 'author'>;

export const isTombstone = <Item>(item: Item | Tombstone | null): item is Tombstone =>
  typeof item === 'object' && item !== null && 'tombstone' in item;

/** One attempt to make a version. The keys of what it stores end with this name, which a version keeps that it made. */
export const writeName = ({ writeId, version }: Pick<Version, 'writeId' | 'version'>): string =>
  `${writeId}-${version}`;

export interface Versions {
  /** The newest item, read consistently: the current version, a tombstone, or null before the first. */
  newest(videoId: string): Promise<Version | Tombstone | null>;
  get(videoId: string, version: number): Promise<Version | Tombstone | null>;
  /**
   * Newest first, a tombstone included.
   * @param options.author id of who made them; the limit counts these alone
   */
  list(
    videoId: string,
    options: { before?: number | undefined; limit?: number | undefined; author?: string | undefined },
  ): Promise<(VersionEntry | Tombstone)[]>;
  /** The write of each version, as `writeName` names it. */
  writes(videoId: string): AsyncGenerator<string>;
  /** The version a write made, if it made one at or above `from`. */
  findWrite(videoId: string, writeId: string, from: number): Promise<Version | null>;
  /**
   * Commits an item as exactly the version it names: one conditional put.
   * @returns the committed item, also where an earlier attempt of the same write (a lost reply, a repeated message) has
   *   committed it; null if another write has taken the number
   */
  put(item: Version): Promise<Version | null>;
  /**
   * Commits a tombstone above the newest version; false if the video is deleted already.
   * @param admit called before each attempt with the newest version, null where there is none; throws to refuse
   */
  putTombstone(
    videoId: string,
    accountId: string,
    writeId: string,
    admit?: (newest: Version | null) => void,
  ): Promise<boolean>;
  /** Removes the versions below a video's tombstone; none where it has no tombstone. */
  deleteBelowTombstone(videoId: string): Promise<void>;
  deleteTombstone(tombstone: Tombstone): Promise<void>;
  /** Tombstones due for a sweep. */
  dueTombstones(now: number): AsyncGenerator<Due<Pick<Tombstone, 'videoId' | 'version'>>>;
  postpone(tombstone: Tombstone, sweepAt: number): Promise<void>;
}

/** Longer than any function runs, so that the sweep finds everything that was written during the deletion. */
const FIRST_SWEEP_AFTER_MS = 20 * 60_000;

const toVersion = (item: Item): Version | Tombstone =>
  ('tombstone' in item ? item : { schemaVersion: UNMARKED_SCHEMA_VERSION, ...item }) as unknown as
    | Version
    | Tombstone;

export function openVersions(environment: Environment): Versions {
  const table = tableName(environment, 'versions');
  const { runtime } = environment;

  const get = async (videoId: string, version: number): Promise<Version | Tombstone | null> => {
    const item = await getItem(table, { videoId, version });
    return item && toVersion(item);
  };

  const newest = async (videoId: string): Promise<Version | Tombstone | null> => {
    const items = queryItems({ table, key: where`videoId = ${videoId}`, newestFirst: true, limit: 1 });
    for await (const item of items) return toVersion(item);
    return null;
  };

  const put = async <T extends Version | (Tombstone & { sweep: string; sweepAt: number })>(
    item: T,
  ): Promise<T | null> => {
    const { made, standing } = await writeOnce<Version | Tombstone>(
      () => putItem(table, item, condition`attribute_not_exists(version)`),
      () => get(item.videoId, item.version),
      ({ writeId }) => writeId === item.writeId,
    );
    return made ? (standing as T) : null;
  };

  return {
    newest,
    get,
    put,

    async list(videoId, { before, limit, author }) {
      const entries: (VersionEntry | Tombstone)[] = [];
      const items = queryItems({
        table,
        key:
          before === undefined
            ? where`videoId = ${videoId}`
            : where`videoId = ${videoId} AND version < ${before}`,
        attributes: ['version', 'createdAt', 'description', 'author', 'tombstone'],
        ...(author !== undefined && { filter: where`author.id = ${author}` }),
        newestFirst: true,
        limit,
      });
      for await (const item of items) entries.push(item as unknown as VersionEntry | Tombstone);
      return entries;
    },

    async *writes(videoId) {
      const attributes = ['version', 'writeId', 'tombstone'];
      const items = queryItems({ table, key: where`videoId = ${videoId}`, attributes });
      for await (const item of items) if (!isTombstone(item)) yield writeName(item as unknown as Version);
    },

    async findWrite(videoId, writeId, from) {
      const items = queryItems({
        table,
        key: where`videoId = ${videoId} AND version >= ${from}`,
        attributes: ['version', 'writeId'],
        newestFirst: true,
      });
      for await (const { version, writeId: found } of items) {
        if (found !== writeId) continue;
        const item = await get(videoId, version as number);
        return item === null || isTombstone(item) ? null : item;
      }
      return null;
    },

    async putTombstone(videoId, accountId, writeId, admit) {
      for (;;) {
        const top = await newest(videoId);
        if (isTombstone(top)) return false;
        admit?.(top);
        const committed = await put({
          videoId,
          version: (top?.version ?? 0) + 1,
          tombstone: true,
          writeId,
          accountId,
          createdAt: isoNow(runtime),
          ...sweepEntry(videoId, runtime.now() + FIRST_SWEEP_AFTER_MS),
        });
        if (committed !== null) return true;
      }
    },

    async deleteBelowTombstone(videoId) {
      const key = where`videoId = ${videoId}`;
      const items = queryItems({ table, key, attributes: ['version', 'tombstone'], newestFirst: true });
      const newest = await items.next();
      if (newest.done === true || !isTombstone(newest.value)) return;
      for await (const { version } of items) await deleteItem(table, { videoId, version });
    },

    deleteTombstone: ({ videoId, version }) => deleteItem(table, { videoId, version }),

    dueTombstones: (now) => dueItems(table, now),

    async postpone({ videoId, version }, sweepAt) {
      // Another run of the sweeper may have removed it.
      await updateItem(table, { videoId, version }, update`SET sweepAt = ${sweepAt}`, {
        when: condition`attribute_exists(version)`,
      });
    },
  };
}

type VersionLists = Pick<Versions, 'newest' | 'list'>;
export type VersionReader = VersionLists & Pick<Versions, 'get'>;
export type VersionWriter = VersionReader & Pick<Versions, 'findWrite' | 'put' | 'putTombstone'>;

export const openVersionLists = storeFactory(
  'versionLists',
  (environment): VersionLists => openVersions(environment),
);
export const openVersionReader = storeFactory(
  'versionReader',
  (environment): VersionReader => openVersions(environment),
);
export const openVersionWriter = storeFactory(
  'versionWriter',
  (environment): VersionWriter => openVersions(environment),
);
export const openVersionSweeper = storeFactory(
  'versionSweeper',
  (
    environment,
  ): Pick<Versions, 'get' | 'newest' | 'writes' | 'dueTombstones' | 'postpone' | 'deleteTombstone'> =>
    openVersions(environment),
);

/** What buries videos, and finds them by their tombstones afterwards. */
export const openVersionErasure = storeFactory(
  'versionErasure',
  (environment): Pick<Versions, 'get' | 'putTombstone' | 'dueTombstones'> => openVersions(environment),
);
