import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../contract/limits.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, tableName } from '../dynamodb/client.ts';
import { where } from '../dynamodb/expression.ts';
import { type Item, queryItems } from '../dynamodb/read.ts';
import { opener } from '../opener.ts';
import { toVideo } from './videos.ts';

/** The videos of an account, read consistently. */
interface VideoLists {
  /** A page of the account's videos, newest first; 1 is the first page. Reads the pages before it, too. */
  page(accountId: string, page: number, pageSize: number): Promise<Video[]>;
  /** The given videos, newest first, without those that the account does not have. */
  getMany(accountId: string, videoIds: Iterable<string>): Promise<Video[]>;
  /** The processed videos of an account, newest first; at most 10,000 of them. */
  listProcessed(accountId: string): Promise<Video[]>;
  /** What counts towards the quotas, of each video of the account. */
  sizes(
    accountId: string,
  ): AsyncGenerator<Pick<Video, 'videoId' | 'status' | 'fileSize' | 'documentBytes' | 'failure' | 'upload'>>;
}

/** The most items that DynamoDB returns at once. */
const BATCH_GET = 100;

export const openVideoLists = opener('videoLists', (environment: Environment): VideoLists => {
  const table = tableName(environment, 'videos');

  const getBatch = async (accountId: string, videoIds: readonly string[]): Promise<Video[]> => {
    const found: Video[] = [];
    let Keys: Item[] | undefined = videoIds.map((videoId) => ({ accountId, videoId }));
    while (Keys !== undefined && Keys.length > 0) {
      const answer: BatchGetCommandOutput = await dynamodb().send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      );
      found.push(...(answer.Responses?.[table] ?? []).map(toVideo));
      Keys = answer.UnprocessedKeys?.[table]?.Keys;
    }
    return found;
  };

  return {
    async page(accountId, page, pageSize) {
      const skip = (page - 1) * pageSize;
      const items = queryItems({
        table,
        key: where`accountId = ${accountId}`,
        newestFirst: true,
        limit: skip + pageSize,
      });
      const videos: Video[] = [];
      let position = 0;
      for await (const item of items) {
        if (position++ >= skip) videos.push(toVideo(item));
      }
      return videos;
    },

    async getMany(accountId, videoIds) {
      const ids = [...new Set(videoIds)];
      const found: Video[] = [];
      for (let start = 0; start < ids.length; start += BATCH_GET) {
        found.push(...(await getBatch(accountId, ids.slice(start, start + BATCH_GET))));
      }
      return found.sort((a, b) => (a.videoId < b.videoId ? 1 : -1));
    },

    async listProcessed(accountId) {
      const videos: Video[] = [];
      const items = queryItems({
        table,
        key: where`accountId = ${accountId}`,
        filter: where`#status = ${'processed'}`,
        newestFirst: true,
        limit: LIMITS.listedProjects,
      });
      for await (const item of items) videos.push(toVideo(item));
      return videos;
    },

    async *sizes(accountId) {
      const attributes = ['videoId', 'status', 'fileSize', 'documentBytes', 'failure', 'upload'];
      const items = queryItems({ table, key: where`accountId = ${accountId}`, attributes });
      for await (const item of items) yield toVideo(item);
    },
  };
});

export const openOwnedVideos = opener<Pick<VideoLists, 'getMany'>>('ownedVideos', openVideoLists);
