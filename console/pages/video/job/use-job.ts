import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallInput, CallOutput } from '../../../../client/client.ts';
import { ApiFailure } from '../../../../client/failure.ts';
import {
  cancelProcessing,
  getProcessingStatus,
  startProcessing,
} from '../../../../shared/contract/routes/processing.ts';
import { useToast } from '../../../components/toasts.tsx';
import { type Services, useServices } from '../../../services.ts';
import { videoKey } from '../video-data.ts';

export type Job = CallOutput<typeof getProcessingStatus>;
export type JobOptions = NonNullable<CallInput<typeof startProcessing>['body']>;

/** The first answers come often, later ones as seldom as people look. */
const FASTEST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 5000;
const SLOWER_EACH_TIME = 1.2;

const jobKey = (id: string) => ['job', id] as const;

export const isActive = (job: Job | null | undefined): boolean =>
  job?.status === 'queued' || job?.status === 'processing';

/** The video's latest job; null where there has been none. */
const jobQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: jobKey(id),
    queryFn: async ({ signal }): Promise<Job | null> => {
      try {
        return await client.call(getProcessingStatus, { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'JOB_NOT_FOUND') return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isActive(data)
        ? Math.min(FASTEST_POLL_MS * SLOWER_EACH_TIME ** dataUpdateCount, SLOWEST_POLL_MS)
        : false,
  });

/** The latest job, followed while it runs; when it ends its result is read. */
export function useJob(videoId: string) {
  const services = useServices();
  const toast = useToast();
  const job = useQuery(jobQuery(services, videoId));
  const wasActive = useRef(false);
  const { data } = job;

  useEffect(() => {
    const ended = wasActive.current && data && !isActive(data);
    wasActive.current = isActive(data);
    if (!ended) return;
    if (data.status === 'completed') {
      const found = data.objectsDetected === 1 ? '1 object' : `${data.objectsDetected} objects`;
      toast({ title: 'Detection has finished', description: `${found} found` });
    }
    if (data.status === 'failed') {
      toast({ title: 'Detection has failed', error: true });
    }
    void services.queries.invalidateQueries({ queryKey: videoKey(videoId) });
  }, [data, services, toast, videoId]);
  return job;
}

export function useStartJob(videoId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: (body: JobOptions) => client.call(startProcessing, { params: { id: videoId }, body }),
    onSettled: () => queries.resetQueries({ queryKey: jobKey(videoId) }),
  });
}

export function useCancelJob(videoId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: () => client.call(cancelProcessing, { params: { id: videoId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: jobKey(videoId) }),
  });
}
