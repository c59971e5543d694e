import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../contract/limits.ts';
import { type StorageUse, storageUse } from '../domain/quota.ts';
import { isoNow } from '../domain/runtime.ts';
import type { Video, VideoStatus } from '../domain/video.ts';
import { dynamodb, isConditionFailure, SWEEP, tableName } from './dynamodb.ts';
import type { Environment } from './environment.ts';
import { dueItems, type Item, queryItems } from './query.ts';
import type { Version } from './versions.ts';

/** What probing found out. */
export type ProbedFigures = Pick<
  Video,
  'duration' | 'width' | 'height' | 'fps' | 'totalFrames' | 'hasThumbnail' | 'container' | 'fileSize'
>;

export interface Videos {
  /** Stores a new video and who owns it. */
  create(video: Video): Promise<void>;
  get(accountId: string, videoId: string): Promise<Video | null>;
  /** The account that owns a video, for telling 404 from 403 after a miss. */
  ownerOf(videoId: string): Promise<string | null>;
  /** A page of an account's videos, newest first, and how many there are. */
  list(accountId: string, page: number, pageSize: number): Promise<{ videos: Video[]; total: number }>;
  /** What the account's videos take, counted consistently. */
  measure(accountId: string): Promise<StorageUse>;
  /** Those of the given ids that exist in the account, newest first. */
  getMany(accountId: string, videoIds: readonly string[]): Promise<Video[]>;
  /** The processed videos of an account, newest first; at most 10,000 of them. */
  listProcessed(accountId: string): Promise<Video[]>;
  /** Moves a video to `processing`; false when it was there or beyond, or is gone. */
  beginProcessing(video: Video): Promise<boolean>;
  markProcessed(video: Video, figures: ProbedFigures): Promise<boolean>;
  markFailed(video: Video, failure: { code: string; message: string }): Promise<boolean>;
  /** Updates the copy of the newest version's number and date that lists show; it never goes back. */
  noteChange(
    accountId: string,
    videoId: string,
    newest: Pick<Version, 'version' | 'createdAt'>,
  ): Promise<void>;
  delete(accountId: string, videoId: string): Promise<void>;
  /** Videos that have not settled and should have by `now`. */
  due(now: number): AsyncGenerator<Video>;
  /** Asks the sweeper to look again later. */
  postpone(video: Video, sweepAt: number): Promise<void>;
}

const UPLOAD_DEADLINE = 24 * 60 * 60_000;
/** Longer than any ingest runs, with its retries. */
const PROCESSING_DEADLINE = 60 * 60_000;
const BATCH_GET = 100;

const ownerKey = (videoId: string) => ({ accountId: `video#${videoId}`, videoId: 'owner' });

const toVideo = (item: Item): Video => {
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

  const count = async (accountId: string): Promise<number> => {
    let total = 0;
    let start: Item | undefined;
    do {
      const page = await dynamodb().send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'accountId = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ConsistentRead: true,
          Select: 'COUNT',
          ExclusiveStartKey: start,
        }),
      );
      total += page.Count ?? 0;
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    return total;
  };

  const pageOf = async (accountId: string, page: number, pageSize: number): Promise<Video[]> => {
    const skip = (page - 1) * pageSize;
    const newestFirst = queryItems(
      {
        TableName: table,
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ConsistentRead: true,
        ScanIndexForward: false,
      },
      skip + pageSize,
    );
    const videos: Video[] = [];
    let position = 0;
    for await (const item of newestFirst) {
      if (position++ >= skip) videos.push(toVideo(item));
    }
    return videos;
  };

  return {
    get,

    async create(video) {
      const { accountId, videoId } = video;
      await dynamodb().send(
        new PutCommand({ TableName: table, Item: { ...ownerKey(videoId), owner: accountId } }),
      );
      await dynamodb().send(
        new PutCommand({
          TableName: table,
          Item: { ...video, sweep: SWEEP, sweepAt: runtime.now() + UPLOAD_DEADLINE },
        }),
      );
    },

    async ownerOf(videoId) {
      const { Item } = await dynamodb().send(
        new GetCommand({ TableName: table, Key: ownerKey(videoId), ConsistentRead: true }),
      );
      return (Item?.owner as string | undefined) ?? null;
    },

    async list(accountId, page, pageSize) {
      const [videos, total] = await Promise.all([pageOf(accountId, page, pageSize), count(accountId)]);
      return { videos, total };
    },

    async measure(accountId) {
      const use: StorageUse = { videos: 0, bytes: 0, openUploads: 0 };
      const items = queryItems({
        TableName: table,
        KeyConditionExpression: 'accountId = :account',
        ProjectionExpression: '#status, fileSize, failure, upload',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':account': accountId },
        ConsistentRead: true,
      });
      for await (const item of items) {
        const { videos, bytes, openUploads } = storageUse(toVideo(item));
        use.videos += videos;
        use.bytes += bytes;
        use.openUploads += openUploads;
      }
      return use;
    },

    async getMany(accountId, videoIds) {
      let Keys: Item[] | undefined = [...new Set(videoIds)]
        .slice(0, BATCH_GET)
        .map((videoId) => ({ accountId, videoId }));
      const found: Video[] = [];
      while (Keys !== undefined && Keys.length > 0) {
        const answer: BatchGetCommandOutput = await dynamodb().send(
          new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
        );
        found.push(...(answer.Responses?.[table] ?? []).map(toVideo));
        Keys = answer.UnprocessedKeys?.[table]?.Keys;
      }
      return found.sort((a, b) => (a.videoId < b.videoId ? 1 : -1));
    },

    async listProcessed(accountId) {
      const videos: Video[] = [];
      const items = queryItems(
        {
          TableName: table,
          KeyConditionExpression: 'accountId = :account',
          FilterExpression: '#status = :processed',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':account': accountId, ':processed': 'processed' },
          ConsistentRead: true,
          ScanIndexForward: false,
        },
        LIMITS.listedProjects,
      );
      for await (const item of items) videos.push(toVideo(item));
      return videos;
    },

    beginProcessing: (video) =>
      transition(video, ['uploading'], { status: 'processing' }, runtime.now() + PROCESSING_DEADLINE),

    markProcessed: (video, figures) =>
      transition(video, ['uploading', 'processing'], { ...figures, status: 'processed', revision: 1 }, null),

    markFailed: (video, failure) =>
      transition(video, ['uploading', 'processing'], { failure, status: 'failed' }, null),

    async noteChange(accountId, videoId, { version, createdAt }) {
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { accountId, videoId },
            UpdateExpression: 'SET updatedAt = :at, revision = :revision',
            ConditionExpression: 'revision < :revision',
            ExpressionAttributeValues: { ':at': createdAt, ':revision': version },
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
