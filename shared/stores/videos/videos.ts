import { VIDEO_STATUSES } from '../../contract/schemas/video.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { UPLOAD_MISMATCH, type Video, type VideoStatus } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { Version } from '../documents/versions.ts';
import { tableName } from '../dynamodb/client.ts';
import { assignments, condition, oneOf, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, scanItems } from '../dynamodb/read.ts';
import { type Due, dueItems, sweepEntry } from '../dynamodb/sweep.ts';
import { deleteItem, updateItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/** What the ingest finds out about a video. */
type ProbedFigures = Pick<
  Video,
  | 'duration'
  | 'width'
  | 'height'
  | 'fps'
  | 'totalFrames'
  | 'startTime'
  | 'undecodableFrames'
  | 'hasThumbnail'
  | 'container'
  | 'fileSize'
  | 'documentBytes'
  | 'labels'
  | 'restore'
>;

type VideoKey = Pick<Video, 'accountId' | 'videoId'>;

/** Stored videos. `new-videos.ts` creates them, `purger.ts` removes them. */
export interface Videos {
  get(accountId: string, videoId: string): Promise<Video | null>;
  /** The account that owns a video, to tell 404 from 403. */
  ownerOf(videoId: string): Promise<string | null>;
  /** Moves a video to `processing`, and has the sweeper look at it in an hour; false if it is further already, or gone. */
  beginProcessing(video: Video): Promise<boolean>;
  markProcessed(video: Video, figures: ProbedFigures): Promise<boolean>;
  markFailed(video: Video, failure: { code: string; message: string }): Promise<boolean>;
  /**
   * Notes the checksum that the client states of the whole file, or that it states none, for the ingest to compare; nothing
   * once the upload is over.
   */
  noteChecksum(video: Video, crc64nvme: string | undefined): Promise<void>;
  /**
   * Fails a video whatever it has become: its file turned out to be another one than was sent. A job that has begun runs
   * to its end, unseen.
   * @returns false if it is gone
   */
  rejectFile(video: Video): Promise<boolean>;
  /** The videos that failed, of one account or of all. Reads the whole table. */
  failed(accountId?: string): AsyncGenerator<Video>;
  /**
   * Moves a video that failed back to `processing`.
   * @returns false if it has not failed for this reason any more, or is gone
   */
  retry(video: Video): Promise<boolean>;
  /** @returns the video with its new name; null if it is gone */
  rename(accountId: string, videoId: string, name: string): Promise<Video | null>;
  /** Updates the video's copies of figures of the newest version; an older version changes nothing. */
  noteChange(
    accountId: string,
    videoId: string,
    newest: Pick<Version, 'version' | 'createdAt' | 'documentBytes' | 'labels'>,
  ): Promise<void>;
  /** Removes the video and who owns it, as a step of `StorageUsage.deletion`, which keeps the count of videos exact. */
  delete(accountId: string, videoId: string): Promise<void>;
  /** Videos that should have been processed or failed by `now` (milliseconds since the epoch). */
  due(now: number): AsyncGenerator<Due<VideoKey>>;
  /** Has the sweeper look again at `sweepAt` (milliseconds since the epoch). */
  postpone(video: Video, sweepAt: number): Promise<void>;
}

/** Longer than any ingest takes, retries included. */
const PROCESSING_DEADLINE_MS = 60 * 60_000;

/** The item that names a video's owner, for look-ups without the account. */
export const ownerKey = (videoId: string) => ({ accountId: `video#${videoId}`, videoId: 'owner' });

/** The video of an item, without the attributes of the sweeper's index and the id of the newest retry. */
export const toVideo = (item: Item): Video => {
  const { sweep: _, sweepAt: __, retryId: ___, ...video } = item;
  return video as unknown as Video;
};

export function openVideos(environment: Environment): Videos {
  const table = tableName(environment, 'videos');
  const { runtime } = environment;

  const get = async (accountId: string, videoId: string): Promise<Video | null> => {
    const item = await getItem(table, { accountId, videoId });
    return item && toVideo(item);
  };

  /** Applies a change if the video is in one of the given states. */
  const transition = async (
    { accountId, videoId }: Video,
    from: readonly VideoStatus[],
    changes: Partial<Video>,
    sweepAt: number | null,
  ): Promise<boolean> => {
    const values = { ...changes, updatedAt: isoNow(runtime) };
    const change =
      sweepAt === null
        ? update`SET ${assignments(values)} REMOVE sweep, sweepAt`
        : update`SET ${assignments({ ...values, sweepAt })}`;
    const when = condition`#status IN ${oneOf(from)}`;
    return (await updateItem(table, { accountId, videoId }, change, { when })) !== null;
  };

  return {
    get,

    async ownerOf(videoId) {
      return ((await getItem(table, ownerKey(videoId)))?.owner as string | undefined) ?? null;
    },

    beginProcessing: (video) =>
      transition(
        video,
        ['uploading', 'processing'],
        { status: 'processing' },
        runtime.now() + PROCESSING_DEADLINE_MS,
      ),

    markProcessed: (video, figures) =>
      transition(video, ['uploading', 'processing'], { ...figures, status: 'processed', revision: 1 }, null),

    markFailed: (video, failure) =>
      transition(video, ['uploading', 'processing'], { failure, status: 'failed' }, null),

    async noteChecksum({ accountId, videoId }, crc64nvme) {
      const change =
        crc64nvme === undefined
          ? update`REMOVE #upload.crc64nvme`
          : update`SET #upload.crc64nvme = ${crc64nvme}`;
      const isOpen = condition`#status = ${'uploading' satisfies VideoStatus}`;
      await updateItem(table, { accountId, videoId }, change, { when: isOpen });
    },

    rejectFile: (video) =>
      transition(video, VIDEO_STATUSES, { failure: UPLOAD_MISMATCH, status: 'failed' }, null),

    async *failed(accountId) {
      const hasFailed = where`#status = ${'failed' satisfies VideoStatus}`;
      const isWanted = accountId === undefined ? hasFailed : where`${hasFailed} AND accountId = ${accountId}`;
      for await (const item of scanItems(table, isWanted)) yield toVideo(item);
    },

    async retry({ accountId, videoId, failure }) {
      const values = {
        status: 'processing' satisfies VideoStatus,
        failure: null,
        updatedAt: isoNow(runtime),
        ...sweepEntry(videoId, runtime.now() + PROCESSING_DEADLINE_MS),
        // Who retries in the same millisecond writes all the rest alike.
        retryId: uuidv7(runtime),
      };
      const hasFailed = condition`#status = ${'failed' satisfies VideoStatus} AND failure.code = ${failure?.code}`;
      const { made } = await writeOnce<Item>(
        () =>
          updateItem(table, { accountId, videoId }, update`SET ${assignments(values)}`, { when: hasFailed }),
        () => getItem(table, { accountId, videoId }),
        ({ retryId }) => retryId === values.retryId,
      );
      return made;
    },

    async rename(accountId, videoId, name) {
      const change = update`SET ${assignments({ name, updatedAt: isoNow(runtime) })}`;
      const when = condition`attribute_exists(videoId)`;
      const item = await updateItem(table, { accountId, videoId }, change, { when });
      return item && toVideo(item);
    },

    async noteChange(accountId, videoId, { version, createdAt, documentBytes, labels }) {
      const changes = {
        updatedAt: createdAt,
        revision: version,
        ...(documentBytes !== undefined && { documentBytes }),
        ...(labels !== undefined && { labels }),
      };
      await updateItem(table, { accountId, videoId }, update`SET ${assignments(changes)}`, {
        when: condition`revision < ${version}`,
      });
    },

    async delete(accountId, videoId) {
      await deleteItem(table, { accountId, videoId });
      await deleteItem(table, ownerKey(videoId));
    },

    due: (now) => dueItems(table, now),

    async postpone(video, sweepAt) {
      await transition(video, ['uploading', 'processing'], {}, sweepAt);
    },
  };
}

export type VideoReader = Pick<Videos, 'get' | 'ownerOf'>;
export type VideoWriter = VideoReader &
  Pick<
    Videos,
    | 'beginProcessing'
    | 'markProcessed'
    | 'markFailed'
    | 'noteChecksum'
    | 'rejectFile'
    | 'rename'
    | 'noteChange'
  >;

export const openVideoReader = storeFactory(
  'videoReader',
  (environment): VideoReader => openVideos(environment),
);
export const openVideoWriter = storeFactory(
  'videoWriter',
  (environment): VideoWriter => openVideos(environment),
);
export const openFailedVideos = storeFactory(
  'failedVideos',
  (environment): VideoReader & Pick<Videos, 'failed' | 'retry'> => openVideos(environment),
);
export const openVideoRemover = storeFactory(
  'videoRemover',
  (environment): Pick<Videos, 'delete'> => openVideos(environment),
);
export const openVideoSweeper = storeFactory(
  'videoSweeper',
  (environment): Pick<Videos, 'get' | 'due' | 'postpone' | 'markFailed'> => openVideos(environment),
);
