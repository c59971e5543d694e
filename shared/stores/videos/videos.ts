import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Video, VideoStatus } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { Version } from '../documents/versions.ts';
import { dynamodb, isConditionFailure, tableName } from '../dynamodb/client.ts';
import { dueItems, type Item } from '../dynamodb/query.ts';

/** What probing found out. */
export type ProbedFigures = Pick<
  Video,
  | 'duration'
  | 'width'
  | 'height'
  | 'fps'
  | 'totalFrames'
  | 'hasThumbnail'
  | 'container'
  | 'fileSize'
  | 'documentBytes'
  | 'restore'
>;

/** Stored videos. `new-videos.ts` creates them, `purger.ts` removes them. */
export interface Videos {
  get(accountId: string, videoId: string): Promise<Video | null>;
  /** The account that owns a video, for telling 404 from 403 after a miss. */
  ownerOf(videoId: string): Promise<string | null>;
  /** Moves a video to `processing`; false when it was there or beyond, or is gone. */
  beginProcessing(video: Video): Promise<boolean>;
  markProcessed(video: Video, figures: ProbedFigures): Promise<boolean>;
  markFailed(video: Video, failure: { code: string; message: string }): Promise<boolean>;
  /** Updates the copies of what the newest version says; they never go back. */
  noteChange(
    accountId: string,
    videoId: string,
    newest: Pick<Version, 'version' | 'createdAt' | 'documentBytes'>,
  ): Promise<void>;
  /** Removes the item and who owns it. The account's count of videos must know (`video-count.ts`). */
  delete(accountId: string, videoId: string): Promise<void>;
  /** Videos that have not settled and should have by `now`. */
  due(now: number): AsyncGenerator<Video>;
  /** Asks the sweeper to look again later. */
  postpone(video: Video, sweepAt: number): Promise<void>;
}

/** Longer than any ingest takes, retries included. */
const PROCESSING_DEADLINE_MS = 60 * 60_000;

/** The item that names a video's owner, for look-ups without the account. */
export const ownerKey = (videoId: string) => ({ accountId: `video#${videoId}`, videoId: 'owner' });

/** The video of an item, without the attributes of the sweeper's index. */
export const toVideo = (item: Item): Video => {
  const { sweep: _, sweepAt: __, ...video } = item;
  return video as unknown as Video;
};

export function openVideos(environment: Environment): Videos {
  const table = tableName(environment, 'videos');
  const { runtime } = environment;

  const get = async (accountId: string, videoId: string): Promise<Video | null> => {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: table, Key: { accountId, videoId }, ConsistentRead: true }),
    );
    return Item === undefined ? null : toVideo(Item);
  };

  /** Applies a change on condition that the video is in one of the given states. */
  const transition = async (
    { accountId, videoId }: Video,
    from: readonly VideoStatus[],
    changes: Record<string, unknown>,
    sweepAt: number | null,
  ): Promise<boolean> => {
    const values = { ...changes, updatedAt: isoNow(runtime), ...(sweepAt === null ? {} : { sweepAt }) };
    const names = Object.keys(values);
    const set = `SET ${names.map((_, i) => `#n${i} = :v${i}`).join(', ')}`;
    try {
      await dynamodb().send(
        new UpdateCommand({
          TableName: table,
          Key: { accountId, videoId },
          UpdateExpression: sweepAt === null ? `${set} REMOVE sweep, sweepAt` : set,
          ConditionExpression: `#status IN (${from.map((_, i) => `:s${i}`).join(', ')})`,
          ExpressionAttributeNames: {
            '#status': 'status',
            ...Object.fromEntries(names.map((name, i) => [`#n${i}`, name])),
          },
          ExpressionAttributeValues: {
            ...Object.fromEntries(Object.values(values).map((value, i) => [`:v${i}`, value])),
            ...Object.fromEntries(from.map((status, i) => [`:s${i}`, status])),
          },
        }),
      );
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  };

  return {
    get,

    async ownerOf(videoId) {
      const { Item } = await dynamodb().send(
        new GetCommand({ TableName: table, Key: ownerKey(videoId), ConsistentRead: true }),
      );
      return (Item?.owner as string | undefined) ?? null;
    },

    beginProcessing: (video) =>
      transition(video, ['uploading'], { status: 'processing' }, runtime.now() + PROCESSING_DEADLINE_MS),

    markProcessed: (video, figures) =>
      transition(video, ['uploading', 'processing'], { ...figures, status: 'processed', revision: 1 }, null),

    markFailed: (video, failure) =>
      transition(video, ['uploading', 'processing'], { failure, status: 'failed' }, null),

    async noteChange(accountId, videoId, { version, createdAt, documentBytes }) {
      const counted = documentBytes !== undefined;
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { accountId, videoId },
            UpdateExpression: `SET updatedAt = :at, revision = :revision${counted ? ', documentBytes = :bytes' : ''}`,
            ConditionExpression: 'revision < :revision',
            ExpressionAttributeValues: {
              ':at': createdAt,
              ':revision': version,
              ...(counted && { ':bytes': documentBytes }),
            },
          }),
        );
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },

    async delete(accountId, videoId) {
      await dynamodb().send(new DeleteCommand({ TableName: table, Key: { accountId, videoId } }));
      await dynamodb().send(new DeleteCommand({ TableName: table, Key: ownerKey(videoId) }));
    },

    async *due(now) {
      for await (const { accountId, videoId } of dueItems(table, now)) {
        const video = await get(accountId as string, videoId as string);
        if (video !== null) yield video;
      }
    },

    async postpone(video, sweepAt) {
      await transition(video, ['uploading', 'processing'], {}, sweepAt);
    },
  };
}
