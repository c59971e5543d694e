import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../client/client.ts';
import { searchVideos } from '../../shared/contract/routes/console/videos.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import type { Services } from '../services.ts';
import { VIDEO_KEY, VIDEOS_KEY } from './video-keys.ts';

export type VideoEntry = CallOutput<typeof searchVideos>['videos'][number];
export type VideoStatus = VideoEntry['status'];

/** How often a list is read again while something in it is not finished, and the tab is seen. */
const POLL_MS = 3000;

const isUnfinished = ({ status }: VideoEntry): boolean => status === 'uploading' || status === 'processing';

interface VideosFilter {
  name?: string | undefined;
  status?: VideoStatus | undefined;
  page?: number | undefined;
  pageSize: number;
}

/** A page of the videos that a name or a status chooses. */
export const videosQuery = ({ client }: Pick<Services, 'client'>, filter: VideosFilter) =>
  queryOptions({
    queryKey: [...VIDEOS_KEY, filter],
    queryFn: ({ signal }) => client.call(searchVideos, { query: { page: 1, ...filter }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.videos.some(isUnfinished) ? POLL_MS : false),
  });

/** A video with the document; for one that failed the document is empty. */
export const videoQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: [...VIDEO_KEY, id],
    queryFn: ({ signal }) => client.call(getVideo, { params: { id }, signal }),
  });

/** The names of these videos by their ids, without those that do not exist any more; at most `LIMITS.keysProjects`. */
export const videoNamesQuery = ({ client }: Pick<Services, 'client'>, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['video names', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      if (ids.length === 0) return new Map();
      const query = { ids: ids.join(','), page: 1, pageSize: ids.length };
      const { videos } = await client.call(searchVideos, { query, signal });
      return new Map(videos.map(({ id, name }) => [id, name]));
    },
    structuralSharing: false,
  });
