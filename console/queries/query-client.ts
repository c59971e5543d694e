import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../client/failure.ts';
import { VIDEO_KEY, VIDEOS_KEY } from './video-keys.ts';

/** What was read of the service. Whatever call tells that a video is deleted, the pages that show it read it anew. */
export function createQueryClient(): QueryClient {
  const onError = (failure: unknown) => {
    if (!(failure instanceof ApiFailure && failure.code === 'VIDEO_NOT_FOUND')) return;
    // One that has failed knows already.
    const isUnknown = ({ state }: { state: { error: unknown } }) => state.error === null;
    void queries.invalidateQueries({ queryKey: VIDEO_KEY, predicate: isUnknown });
    void queries.invalidateQueries({ queryKey: VIDEOS_KEY });
  };
  const queries = new QueryClient({
    // The client repeats what may be repeated.
    defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return queries;
}
