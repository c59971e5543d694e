import { LIMITS } from '../../contract/limits.ts';
import { type Excess, findExcess, type StorageUse } from '../../contract/quotas.ts';
import { storageUse, type Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { openDocuments } from '../documents/documents.ts';
import { allOf, attribute, condition, type Expression, update } from '../dynamodb/expression.ts';
import { storeFactory } from '../store-factory.ts';
import { openVideoLists } from '../videos/video-lists.ts';
import { openTierQuotas, openUsageCounts, type UsageCounts, type UsageItem } from './usage.ts';

/** A video on its way into an account or out of it. */
type PendingVideo =
  | ({
      change: 'creation';
      /** Milliseconds since the epoch. */
      since: number;
    } & Pick<StorageUse, 'bytes' | 'openUploads'>)
  | { change: 'deletion' };

/**
 * What the videos of an account take. `videos` is exact: it counts every video, and each pending one whether it is there
 * or not. The others are upper bounds, which only a recount lowers.
 */
export interface StorageCounts extends StorageUse {
  /** By id of the video. */
  pending: Record<string, PendingVideo>;
  /** That `bytes` includes what versions keep in S3; absent in counts from before that was counted. */
  documents: 'counted';
}

/**
 * The quotas of what an account stores, and the number of its videos, kept without reading them and without transactions.
 * A creation or deletion touches the counts, then the video, then the counts again:
 *
 *     creation   videos + 1, pending ─▶ put the video    ─▶ not pending
 *     deletion   pending             ─▶ delete the video ─▶ not pending, videos − 1
 *
 * So `videos` less the pending ones that are not there is right after each step, even if the next one never comes.
 */
interface StorageUsage {
  /** The last step of a creation. */
  endCreation(accountId: string, videoId: string): Promise<void>;
  /** All of a deletion, or the rest of one that was interrupted: `remove` is called unless the video is gone. */
  deletion(accountId: string, videoId: string, remove: () => Promise<void>): Promise<void>;
  /** Counts bytes of metadata that are about to be stored, whether a quota admits them or not. */
  addBytes(accountId: string, bytes: number): Promise<void>;
  /** Counts what there is, and forgets creations that were interrupted. */
  recount(accountId: string): Promise<UsageItem & StorageCounts>;
}

interface VideoCount {
  /** Each creation and deletion under way counts as done or as not begun. */
  total(accountId: string): Promise<number>;
}

/** Decides over the quotas with the same write that counts. */
interface StorageQuota {
  /**
   * The first step of a creation.
   * @returns null, or the quota that does not admit the video: then it is not counted
   */
  admitVideo(video: Video): Promise<Excess | null>;
  /**
   * Counts bytes of metadata that are about to be stored.
   * @returns null, or the quota that does not admit them: then they are not counted
   */
  admitBytes(accountId: string, bytes: number): Promise<Excess | null>;
}

/** A new video is stored within this time after it was counted, or never: longer than an endpoint runs. */
export const CREATED_WITHIN_MS = 60_000;

/** That the counts have everything that this code counts. */
const isComplete = condition`attribute_exists(documents)`;

const isOverdue = (pending: PendingVideo, now: number): boolean =>
  pending.change === 'creation' && now - pending.since >= CREATED_WITHIN_MS;

const openCounts = (environment: Environment): UsageCounts<StorageCounts> =>
  openUsageCounts(environment, 'storage');

const addingBytes = (bytes: number): Expression => update`ADD bytes ${bytes}, changes ${1}`;

/** Measures what an account has, by its videos and those that its counts have as pending. */
const measuring = (environment: Environment) => {
  const lists = openVideoLists(environment);
  const documents = openDocuments(environment);

  const isCounted = (pending: PendingVideo, isThere: boolean): boolean =>
    pending.change === 'deletion' ? isThere : !isThere && !isOverdue(pending, environment.runtime.now());

  return async (accountId: string, pending: StorageCounts['pending']): Promise<StorageCounts> => {
    const use = { videos: 0, bytes: 0, openUploads: 0 };
    const add = ({ videos, bytes, openUploads }: StorageUse): void => {
      use.videos += videos;
      use.bytes += bytes;
      use.openUploads += openUploads;
    };
    const there = new Set<string>();
    for await (const video of lists.sizes(accountId)) {
      there.add(video.videoId);
      // A video from before this was counted lacks the figure.
      const { videoId, documentBytes = await documents.storedBytes(videoId) } = video;
      add(storageUse({ ...video, documentBytes }));
    }
    const left = Object.entries(pending).filter(([id, entry]) => isCounted(entry, there.has(id)));
    for (const [, entry] of left) if (entry.change === 'creation') add({ videos: 1, ...entry });
    return { ...use, pending: Object.fromEntries(left), documents: 'counted' };
  };
};

/** Reads what videos take of an account's quotas, and corrects no counts by it. */
export const openStorageUse = (environment: Environment) => {
  const measure = measuring(environment);

  /** As it is; the upper bounds where there are more than `LIMITS.searchedVideos` videos to read. */
  return async (counts: Partial<StorageCounts> | null, accountId: string): Promise<StorageUse> => {
    const { videos = 0, bytes = 0, openUploads = 0, pending = {} } = counts ?? {};
    return videos > LIMITS.searchedVideos ? { videos, bytes, openUploads } : measure(accountId, pending);
  };
};

export const openStorageUsage = storeFactory('storageUsage', (environment: Environment): StorageUsage => {
  const counts = openCounts(environment);
  const lists = openVideoLists(environment);
  const measure = measuring(environment);

  const recount: StorageUsage['recount'] = (accountId) =>
    counts.recount(accountId, ({ pending = {} }) => measure(accountId, pending));

  /** Whether there is a deletion to go on with. */
  const beginDeletion = async (accountId: string, videoId: string): Promise<boolean> => {
    for (;;) {
      const { pending, changes } = (await counts.read(accountId)) ?? {};
      if (pending?.[videoId]?.change === 'deletion') return true;
      // Looked for after the counts were read: a video that is counted as deleted is gone by then.
      if ((await lists.getMany(accountId, [videoId])).length === 0) return false;
      if (pending === undefined) {
        await recount(accountId);
        continue;
      }
      const deletion: PendingVideo = { change: 'deletion' };
      const begun = await counts.change(
        accountId,
        update`SET pending.${attribute(videoId)} = ${deletion} ADD changes ${1}`,
        condition`changes = ${changes}`,
      );
      if (begun !== null) return true;
    }
  };

  const end = (accountId: string, videoId: string, change: PendingVideo['change']) => {
    const video = attribute(videoId);
    const videos = change === 'deletion' ? update`, videos ${-1}` : update``;
    return counts.change(
      accountId,
      update`REMOVE pending.${video} ADD changes ${1}${videos}`,
      condition`pending.${video}.#change = ${change}`,
    );
  };

  return {
    recount,

    async endCreation(accountId, videoId) {
      // A video that is not pending any more was deleted meanwhile, or took so long that a recount gave it up.
      if ((await end(accountId, videoId, 'creation')) === null) await recount(accountId);
    },

    async deletion(accountId, videoId, remove) {
      if (!(await beginDeletion(accountId, videoId))) return;
      await remove();
      await end(accountId, videoId, 'deletion');
    },

    async addBytes(accountId, bytes) {
      if (bytes === 0) return;
      while ((await counts.change(accountId, addingBytes(bytes), isComplete)) === null)
        await recount(accountId);
    },
  };
});

export const openStorageQuota = storeFactory('storageQuota', (environment: Environment): StorageQuota => {
  const counts = openCounts(environment);
  const { recount } = openStorageUsage(environment);
  const tiers = openTierQuotas(environment);
  const { runtime } = environment;

  const countVideo = ({ accountId, videoId }: Video, { bytes, openUploads }: StorageUse) => {
    const video = attribute(videoId);
    const pending: PendingVideo = { change: 'creation', since: runtime.now(), bytes, openUploads };
    const isAdmitted = tiers.admitted((quotas) => {
      const isOneMore = condition`videos < ${quotas.videos}`;
      // As `findExcess` has it, a quota to which nothing is added refuses nothing.
      const others = [
        ...(bytes > 0 ? [condition`bytes <= ${quotas.bytes - bytes}`] : []),
        ...(openUploads > 0 ? [condition`openUploads < ${quotas.openUploads}`] : []),
      ];
      return others.length === 0 ? isOneMore : allOf(isOneMore, ...others);
    });
    return counts.change(
      accountId,
      update`SET pending.${video} = ${pending}
        ADD videos ${1}, bytes ${bytes}, openUploads ${openUploads}, changes ${1}`,
      allOf(isComplete, condition`attribute_not_exists(pending.${video})`, isAdmitted),
    );
  };

  return {
    async admitVideo(video) {
      const { accountId, videoId } = video;
      const added = storageUse(video);
      for (;;) {
        const counted = await countVideo(video, added);
        if (counted !== null) {
          if (Object.values(counted.pending).some((pending) => isOverdue(pending, runtime.now())))
            await recount(accountId);
          return null;
        }
        // The counts that refused it are only upper bounds.
        const current = await recount(accountId);
        // Counted by an earlier attempt of ours, whose reply was lost.
        if (current.pending[videoId] !== undefined) return null;
        const excess = findExcess(current, added, tiers.of(current));
        if (excess !== null) return excess;
      }
    },

    async admitBytes(accountId, bytes) {
      if (bytes === 0) return null;
      const isAdmitted = tiers.admitted((quotas) => condition`bytes <= ${quotas.bytes - bytes}`);
      while ((await counts.change(accountId, addingBytes(bytes), allOf(isComplete, isAdmitted))) === null) {
        // The counts that refused them are only upper bounds.
        const current = await recount(accountId);
        const excess = findExcess(current, { videos: 0, bytes, openUploads: 0 }, tiers.of(current));
        if (excess !== null) return excess;
      }
      return null;
    },
  };
});

export const openVideoCount = storeFactory('videoCount', (environment: Environment): VideoCount => {
  const counts = openCounts(environment);
  const lists = openVideoLists(environment);

  return {
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
  };
});
