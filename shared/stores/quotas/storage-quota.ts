import { type StorageUse, storageUse } from '../../domain/quota.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openDocuments } from '../documents/documents.ts';
import { openVideoLists } from '../videos/video-lists.ts';
import { openUsageCounts, type UsageChange, type UsageCounts } from './usage.ts';

/** A video on its way into an account or out of it. */
export type PendingVideo =
  | ({
      change: 'creation';
      /** Milliseconds since the epoch. */
      since: number;
    } & Pick<StorageUse, 'bytes' | 'openUploads'>)
  | { change: 'deletion' };

/**
 * What the videos of an account take. `videos` is exact: it counts every video, and those on their way in or out whether
 * they are there or not. The others are upper bounds, from which nothing is taken off but by a recount.
 */
export interface StorageCounts extends StorageUse {
  /** By id of the video. */
  pending: Record<string, PendingVideo>;
  /** That `bytes` holds what versions keep in S3, too; absent in counts from before that was counted. */
  documents: 'counted';
}

/**
 * How many videos an account has, without reading them and without transactions. A creation or deletion touches the
 * counts, then the video, then the counts again:
 *
 *     creation   videos + 1, pending ─▶ put the video    ─▶ not pending
 *     deletion   pending             ─▶ delete the video ─▶ not pending, videos − 1
 *
 * So `videos` less the pending ones that are not there is right after each step, also where the next one never comes.
 * The first step of a creation is the admission in `new-videos.ts`, which decides over the quotas with the same write.
 */
export interface VideoCount {
  /** Each creation and deletion that goes on meanwhile counts as done or as not begun. */
  total(accountId: string): Promise<number>;
  /** The last step of a creation. */
  endCreation(accountId: string, videoId: string): Promise<void>;
  /** All of a deletion, or the rest of one that broke off: `remove` is called unless the video is gone. */
  deletion(accountId: string, videoId: string, remove: () => Promise<void>): Promise<void>;
  /**
   * Counts bytes of metadata that are about to be stored: a crash costs a count, and nothing is stored uncounted.
   * @param limit on the counts as they are
   * @returns whether it admits them; without one they are always counted
   */
  addBytes(
    accountId: string,
    bytes: number,
    limit?: Pick<UsageChange, 'condition' | 'values'>,
  ): Promise<boolean>;
  /** Counts what there is, and forgets creations that broke off. */
  recount(accountId: string): ReturnType<UsageCounts<StorageCounts>['recount']>;
}

/** Whoever creates a video has stored it by then, or never will: longer than an endpoint runs. */
export const CREATION_TIME = 60_000;

export function openVideoCount(environment: Environment): VideoCount {
  const counts = openUsageCounts<StorageCounts>(environment, 'storage');
  const lists = openVideoLists(environment);
  const { runtime } = environment;

  const isCounted = (pending: PendingVideo, isThere: boolean): boolean =>
    pending.change === 'deletion' ? isThere : !isThere && runtime.now() - pending.since < CREATION_TIME;

  const measure = async (accountId: string, pending: StorageCounts['pending']): Promise<StorageCounts> => {
    const use = { videos: 0, bytes: 0, openUploads: 0 };
    const add = ({ videos, bytes, openUploads }: StorageUse): void => {
      use.videos += videos;
      use.bytes += bytes;
      use.openUploads += openUploads;
    };
    const there = new Set<string>();
    for await (const video of lists.sizes(accountId)) {
      there.add(video.videoId);
      // A video from before this was counted does not tell it.
      const { videoId, documentBytes = await openDocuments(environment).storedBytes(videoId) } = video;
      add(storageUse({ ...video, documentBytes }));
    }
    const left = Object.entries(pending).filter(([id, entry]) => isCounted(entry, there.has(id)));
    for (const [, entry] of left) if (entry.change === 'creation') add({ videos: 1, ...entry });
    return { ...use, pending: Object.fromEntries(left), documents: 'counted' };
  };

  const recount: VideoCount['recount'] = (accountId) =>
    counts.recount(accountId, ({ pending = {} }) => measure(accountId, pending));

  /** Whether there is a deletion to go on with. */
  const beginDeletion = async (accountId: string, videoId: string): Promise<boolean> => {
    for (;;) {
      const { pending, changes } = (await counts.read(accountId)) ?? {};
      if (pending?.[videoId]?.change === 'deletion') return true;
      // Looked for after the counts were read: it is not there once its deletion has been taken off them.
      if ((await lists.getMany(accountId, [videoId])).length === 0) return false;
      if (pending === undefined) {
        await recount(accountId);
        continue;
      }
      const begun = await counts.change(accountId, {
        update: 'SET pending.#video = :deletion ADD changes :one',
        condition: 'changes = :seen',
        names: { '#video': videoId },
        values: { ':deletion': { change: 'deletion' } satisfies PendingVideo, ':seen': changes },
      });
      if (begun !== null) return true;
    }
  };

  const end = (accountId: string, videoId: string, change: PendingVideo['change']) =>
    counts.change(accountId, {
      update: `REMOVE pending.#video ADD changes :one${change === 'deletion' ? ', videos :minusOne' : ''}`,
      condition: 'pending.#video.#change = :change',
      names: { '#video': videoId, '#change': 'change' },
      values: { ':change': change, ...(change === 'deletion' ? { ':minusOne': -1 } : {}) },
    });

  return {
    recount,

    async total(accountId) {
      const { videos, pending } = (await counts.read(accountId)) ?? {};
      if (videos === undefined || pending === undefined) {
        let there = 0;
        for await (const _ of lists.sizes(accountId)) there++;
        return there;
      }
      const ids = Object.keys(pending);
      if (ids.length === 0) return videos;
      return videos - ids.length + (await lists.getMany(accountId, ids)).length;
    },

    async addBytes(accountId, bytes, limit) {
      if (bytes === 0) return true;
      const counted = () =>
        counts.change(accountId, {
          update: 'ADD bytes :bytes, changes :one',
          condition: `attribute_exists(documents)${limit === undefined ? '' : ` AND ${limit.condition}`}`,
          values: { ...limit?.values, ':bytes': bytes },
        });
      while ((await counted()) === null) {
        if (limit !== undefined) return false;
        await recount(accountId);
      }
      return true;
    },

    async endCreation(accountId, videoId) {
      // Where it is not pending any more, it was deleted meanwhile, or took so long that it was given up.
      if ((await end(accountId, videoId, 'creation')) === null) await recount(accountId);
    },

    async deletion(accountId, videoId, remove) {
      if (!(await beginDeletion(accountId, videoId))) return;
      await remove();
      await end(accountId, videoId, 'deletion');
    },
  };
}
