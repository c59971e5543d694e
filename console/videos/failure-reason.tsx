import { useQuery } from '@tanstack/react-query';
import { videoQuery } from '../queries/videos.ts';
import { useServices } from '../services.ts';

/** Why the file of a failed video could not be used; lists do not have it. */
export function FailureReason({ id }: { id: string }) {
  const services = useServices();
  const { data } = useQuery({ ...videoQuery(services, id), staleTime: Number.POSITIVE_INFINITY });
  return data?.failure?.message;
}
