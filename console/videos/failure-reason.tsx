import { useQuery } from '@tanstack/react-query';
import { videoQuery } from '../queries/videos.ts';
import { useServices } from '../services.ts';

/** Why the file of a failed video could not be used; lists do not have it. */
export function FailureReason({ id }: { id: string }) {
  const services = useServices();
  const { data } = useQuery({
    ...videoQuery(services, id),
    // It may have been read before it failed; afterwards it is the same for ever.
    staleTime: ({ state }) => (state.data?.failure ? Number.POSITIVE_INFINITY : 0),
  });
  return data?.failure?.message;
}
