import { LIMITS } from '../../contract/limits.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { where } from '../dynamodb/expression.ts';
import { getItems, queryItems } from '../dynamodb/read.ts';
import { storeFactory } from '../store-factory.ts';
import { toVideo } from './videos.ts';

/** What videos are searched and sorted by. */
export type VideoSummary = Pick<
  Video,
  'videoId' | 'name' | 'status' | 'createdAt' | 'updatedAt' | 'duration' | 'labels'
>;

/** The videos of an account, read consistently. */
interface VideoLists {
  /**
   * A page of the account's videos, newest first; 1 is the first page. Reads the pages before it, too.
   * @param more so many of the next page are added
   */
  page(accountId: string, page: number, pageSize: number, more?: number): Promise<Video[]>;
  /** So many of the account's videos that are older than one, newest first. */
  olderThan(accountId: string, videoId: string, limit: number): Promise<Video[]>;
  /** The given videos, newest first, without those that the account does not have. */
  getMany(accountId: string, videoIds: Iterable<string>): Promise<Video[]>;
  /** The processed videos of an account, newest first; at most 10,000 of them. */
  listProcessed(accountId: string): Promise<Video[]>;
  /** What videos are searched and sorted by, of the account's newest videos, newest first. */
  summaries(accountId: string, limit: number): AsyncGenerator<VideoSummary>;
  /** Every video of an account, oldest first. */
  all(accountId: string): AsyncGenerator<Video>;
  /** What counts towards the quotas, of each video of the account. */
  sizes(
    accountId: string,
  ): AsyncGenerator<Pick<Video, 'videoId' | 'status' | 'fileSize' | 'documentBytes' | 'failure' | 'upload'>>;
}

export const openVideoLists = storeFactory('videoLists', (environment: Environment): VideoLists => {
  const table = tableName(environment, 'videos');

  return {
    async page(accountId, page, pageSize, more = 0) {
      const skip = (page - 1) * pageSize;
      const items = queryItems({
        table,
        key: where`accountId = ${accountId}`,
        newestFirst: true,
        limit: skip + pageSize + more,
      });
      const videos: Video[] = [];
      let position = 0;
      for await (const item of items) {
        if (position++ >= skip) videos.push(toVideo(item));
      }
      return videos;
    },

    async olderThan(accountId, videoId, limit) {
      const key = where`accountId = ${accountId} AND videoId < ${videoId}`;
      const videos: Video[] = [];
      for await (const item of queryItems({ table, key, newestFirst: true, limit }))
        videos.push(toVideo(item));
      return videos;
    },

    async getMany(accountId, videoIds) {
      const ids = [...new Set(videoIds)];
      const found = (
        await getItems(
          table,
          ids.map((videoId) => ({ accountId, videoId })),
        )
      ).map(toVideo);
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

    async *summaries(accountId, limit) {
      const attributes = ['videoId', 'name', 'status', 'createdAt', 'updatedAt', 'duration', 'labels'];
      const key = where`accountId = ${accountId}`;
      for await (const item of queryItems({ table, key, attributes, newestFirst: true, limit }))
        yield toVideo(item);
    },

    async *all(accountId) {
      for await (const item of queryItems({ table, key: where`accountId = ${accountId}` }))
        yield toVideo(item);
    },

    async *sizes(accountId) {
      const attributes = ['videoId', 'status', 'fileSize', 'documentBytes', 'failure', 'upload'];
      const items = queryItems({ table, key: where`accountId = ${accountId}`, attributes });
      for await (const item of items) yield toVideo(item);
    },
  };
});

export const openOwnedVideos = storeFactory(
  'ownedVideos',
  (environment): Pick<VideoLists, 'getMany'> => openVideoLists(environment),
);

/** What goes through all videos of an account. */
export const openAccountVideos = storeFactory(
  'accountVideos',
  (environment): Pick<VideoLists, 'all'> => openVideoLists(environment),
);
