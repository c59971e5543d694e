import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../shared/contract/limits.ts';
import { searchVideos } from '../../shared/contract/routes/console/videos.ts';
import { VIDEOS_KEY } from '../queries/video-keys.ts';
import type { VideoEntry } from '../queries/videos.ts';
import { type Services, useServices } from '../services.ts';
import type { Upload } from './uploads.ts';

/** How often it is asked while a file is still being examined, and the tab is seen. */
const POLL_MS = 2000;

const isExamined = ({ status }: VideoEntry): boolean => status !== 'uploading' && status !== 'processing';

const outcomesQuery = ({ client }: Pick<Services, 'client'>, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...VIDEOS_KEY, 'sent', ids],
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join(','), page: 1, pageSize: ids.length };
      const { videos } = await client.call(searchVideos, { query, signal });
      return new Map(videos.map((video) => [video.id, video]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && [...data.values()].every(isExamined) ? false : POLL_MS,
    structuralSharing: false,
  });

/** What became of the files that were sent, by the ids of their videos; without those that are deleted or not known yet. */
export function useOutcomes(uploads: readonly Upload[]): ReadonlyMap<string, VideoEntry> {
  const sent = uploads.flatMap(({ phase, id }) => (phase === 'done' && id !== null ? [id] : []));
  // The latest: of so many none looks at the first any more.
  const ids = sent.slice(-LIMITS.keysProjects);
  const { data = NONE } = useQuery({ ...outcomesQuery(useServices(), ids), enabled: ids.length > 0 });
  return data;
}

const NONE: ReadonlyMap<string, VideoEntry> = new Map();
