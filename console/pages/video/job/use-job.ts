import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallInput } from '../../../../client/client.ts';
import { cancelProcessing, startProcessing } from '../../../../shared/contract/routes/processing.ts';
import { useToast } from '../../../components/toasts.tsx';
import { useServices } from '../../../services.ts';
import { videoKey } from '../video-data.ts';
import { hasEnded, type Job, type JobOutcome, pollAfter } from './job-state.ts';
import { processingKey, processingQuery } from './processing-query.ts';

type JobOptions = NonNullable<CallInput<typeof startProcessing>['body']>;

/** The latest job, as it was read last: `useFollowedJob` reads it again. */
export const useJob = (videoId: string) =>
  useQuery({ ...processingQuery(useServices(), videoId), select: ({ job }) => job });

/** The members of a job's report for which the page must be drawn again. */
const outcomeOf = ({ job }: { job: Job | null }): JobOutcome | null =>
  job && { jobId: job.jobId, status: job.status, objectsDetected: job.objectsDetected };

/** Follows the latest job while it runs, once for the whole page of a video; when it ends its result is read. */
export function useFollowedJob(videoId: string): void {
  const services = useServices();
  const toast = useToast();
  const { data: job } = useQuery({
    ...processingQuery(services, videoId),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pollAfter(data?.job, dataUpdateCount),
    select: outcomeOf,
  });
  const before = useRef<JobOutcome | null>(undefined);

  useEffect(() => {
    // Not read yet, or being read again after one was started.
    if (job === undefined) return;
    const ended = job !== null && hasEnded(before.current, job);
    before.current = job;
    if (!ended) return;
    if (job.status === 'completed') {
      const found = job.objectsDetected === 1 ? '1 object' : `${job.objectsDetected} objects`;
      toast({ title: 'Detection has finished', description: `${found} found` });
    }
    if (job.status === 'failed') {
      toast({ title: 'Detection has failed', error: true });
    }
    void services.queries.invalidateQueries({ queryKey: videoKey(videoId) });
  }, [job, services, toast, videoId]);
}

export function useStartJob(videoId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: (body: JobOptions) => client.call(startProcessing, { params: { id: videoId }, body }),
    onSettled: () => queries.resetQueries({ queryKey: processingKey(videoId) }),
  });
}

export function useCancelJob(videoId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: () => client.call(cancelProcessing, { params: { id: videoId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: processingKey(videoId) }),
  });
}
