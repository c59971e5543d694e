import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallOutput } from '../../../../client/client.ts';
import { createSurface, listObjects } from '../../../../shared/contract/routes/objects.ts';
import { type Services, useServices } from '../../../services.ts';
import { videoKey } from '../video-data.ts';
import type { SurfaceDraft } from './surface-draft.ts';

export type TrackedObject = CallOutput<typeof listObjects>['objects'][number];

const POLL_MS = 2000;

const objectsKey = (id: string) => ['objects', id] as const;

const isRunning = ({ tracking }: TrackedObject): boolean => tracking === 'running';

const objectsQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: objectsKey(id),
    queryFn: ({ signal }) => client.call(listObjects, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.objects.some(isRunning) ? POLL_MS : false),
  });

/**
 * How the surfaces of a video are being followed, by their id. When one is done, the document is read anew.
 * @param enabled whether the video has surfaces
 */
export function useTracking(videoId: string, enabled: boolean): ReadonlyMap<string, TrackedObject> {
  const services = useServices();
  const { data } = useQuery({ ...objectsQuery(services, videoId), enabled });
  const running = data?.objects.filter(isRunning).length ?? 0;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) {
      void services.queries.invalidateQueries({ queryKey: videoKey(videoId) });
    }
    before.current = running;
  }, [running, services, videoId]);
  return new Map(data?.objects.map((object) => [object.id, object]));
}

/** Sends a marked surface; the answer comes when it has been followed, or after some seconds. */
export function useCreateSurface(videoId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: ({ name, frame, corners }: SurfaceDraft) =>
      client.call(createSurface, {
        params: { id: videoId },
        body: { name, frame, corners: corners.map(({ x, y }) => ({ x, y })) },
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: objectsKey(videoId) }),
        queries.invalidateQueries({ queryKey: videoKey(videoId) }),
      ]),
  });
}
