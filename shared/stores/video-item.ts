import type { Video } from '../domain/video.ts';
import type { Item } from './query.ts';

/** Where it is written down whose a video is. */
export const ownerKey = (videoId: string) => ({ accountId: `video#${videoId}`, videoId: 'owner' });

/** The video of an item, without what only the sweeper's index needs. */
export const toVideo = (item: Item): Video => {
  const { sweep: _, sweepAt: __, ...video } = item;
  return video as unknown as Video;
};
