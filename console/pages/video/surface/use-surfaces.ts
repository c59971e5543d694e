import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../client/client.ts';
import { listObjects } from '../../../../shared/contract/routes/object-queries.ts';
import { type Services, useServices } from '../../../services.ts';
import { documentOf, type Video, type VideoObject, videoKey } from '../video-data.ts';
import { beginSurface } from './begin-surface.ts';
import type { SurfaceDraft } from './surface-draft.ts';
import { trackAgain } from './track-again.ts';

export type TrackedObject = CallOutput<typeof listObjects>['objects'][number];

const POLL_MS = 2000;

export const objectsKey = (id: string) => ['objects', id] as const;

export const isRunning = ({ tracking }: TrackedObject): boolean => tracking === 'running';

const objectsQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: objectsKey(id),
    queryFn: ({ signal }) => client.call(listObjects, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.objects.some(isRunning) ? POLL_MS : false),
  });

/**
 * How the surfaces of a video are being tracked, by their id. The document is read again where it was read before a surface in it
 * was done.
 * @param objects those of the document
 */
export function useTracking(
  videoId: string,
  objects: readonly VideoObject[],
): ReadonlyMap<string, TrackedObject> {
  const services = useServices();
  const surfaces = useMemo(() => objects.filter(({ kind }) => kind === 'surface'), [objects]);
  const { data } = useQuery({ ...objectsQuery(services, videoId), enabled: surfaces.length > 0 });
  const listed = useMemo(() => new Map(data?.objects.map((object) => [object.id, object])), [data]);
  const old = surfaces.filter(({ id, tracked }) => tracked === false && listed.get(id)?.tracking === 'done');
  // By their ids: one that stays so, since an older version was restored, is not asked about again and again.
  const oldIds = old.map(({ id }) => id).join();
  useEffect(() => {
    if (oldIds !== '') void services.queries.invalidateQueries({ queryKey: videoKey(videoId) });
  }, [oldIds, services, videoId]);
  return listed;
}

/** Sends a marked surface. It is done as soon as the surface is in the document, where it then is being tracked. */
export function useCreateSurface(videoId: string, known: readonly string[]) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: (draft: SurfaceDraft) => beginSurface(client, videoId, draft, known),
    onSuccess: () => readObjectsAnew(queries, videoId),
  });
}

const readObjectsAnew = (queries: Services['queries'], videoId: string) =>
  Promise.all(
    [objectsKey(videoId), videoKey(videoId)].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );

/**
 * Has a surface that has nothing but its marked frame tracked once more. Finished parts stay finished in a retry.
 * @param onTracked called when the new object is in the document that is shown
 */
export function useTrackAgain(videoId: string, surface: VideoObject, onTracked: (objectId: string) => void) {
  const { client, queries } = useServices();
  const [made, setMade] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: () => {
      const video = queries.getQueryData<Video>(videoKey(videoId));
      const layers = (video && documentOf(video))?.layers ?? [];
      return trackAgain(client, { videoId, surface, layers, made, onMade: setMade });
    },
    // Here, and not where it is asked for: what asks goes with the old object.
    onSuccess: async (objectId) => {
      await readObjectsAnew(queries, videoId);
      onTracked(objectId);
    },
    onError: () => readObjectsAnew(queries, videoId),
  });
  return { attempt, isMade: made !== null };
}
