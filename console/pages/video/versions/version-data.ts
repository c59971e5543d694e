import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../../client/client.ts';
import { listVersions } from '../../../../shared/contract/routes/metadata.ts';
import type { Services } from '../../../services.ts';

export type VersionEntry = CallOutput<typeof listVersions>['versions'][number];

/** Versions that are read at once. */
const PAGE_VERSIONS = 100;

export const versionsKey = (videoId: string) => ['versions', videoId] as const;

/** The versions of a video's document, newest first. */
export const versionsQuery = ({ client }: Pick<Services, 'client'>, videoId: string) =>
  infiniteQueryOptions({
    queryKey: versionsKey(videoId),
    queryFn: ({ pageParam: before, signal }) =>
      client.call(listVersions, {
        params: { id: videoId },
        query: { limit: PAGE_VERSIONS, ...(before === null ? {} : { before }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ versions }) => {
      const oldest = versions.at(-1)?.version ?? 1;
      return oldest > 1 ? oldest : null;
    },
  });
