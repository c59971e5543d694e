import { LIMITS } from '../../contract/limits.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { where } from '../dynamodb/expression.ts';
import { getItems, queryItems } from '../dynamodb/read.ts';
import { storeFactory } from '../store-factory.ts';
import { toVideo } from './videos.ts';

/** The videos of an account, read consistently. */
interface VideoLists {
  /** A page of the account's videos, newest first; 1 is the first page. Reads the pages before it, too. */
  page(accountId: string, page: number, pageSize: number): Promise<Video[]>;
  /** The given videos, newest first, without those that the account does not have. */
  getMany(accountId: string, videoIds: Iterable<string>): Promise<Video[]>;
  /** The processed videos of an account, newest first; at most 10,000 of them. */
  listProcessed(accountId: string): Promise<Video[]>;
  /** What videos are searched by, of the account's newest videos, newest first. */
  names(accountId: string, limit: number): AsyncGenerator<Pick<Video, 'videoId' | 'name' | 'status'>>;
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

    async *names(accountId, limit) {
      const attributes = ['videoId', 'name', 'status'];
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
