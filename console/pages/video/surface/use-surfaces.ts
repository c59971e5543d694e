import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { CallOutput } from '../../../../client/client.ts';
import { systemWait } from '../../../../client/with-retries.ts';
import { createSurface, listObjects } from '../../../../shared/contract/routes/objects.ts';
import { type Services, useServices } from '../../../services.ts';
import { type VideoObject, videoKey } from '../video-data.ts';
import type { SurfaceDraft } from './surface-draft.ts';

export type TrackedObject = CallOutput<typeof listObjects>['objects'][number];

const POLL_MS = 2000;

const objectsKey = (id: string) => ['objects', id] as const;

export const isRunning = ({ tracking }: TrackedObject): boolean => tracking === 'running';

const objectsQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: objectsKey(id),
    queryFn: ({ signal }) => client.call(listObjects, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.objects.some(isRunning) ? POLL_MS : false),
  });

/**
 * How the surfaces of a video are being followed, by their id. The document is read anew where it was read before a surface in it
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

/** A marked surface is in the document long before it has been followed. */
const APPEARS_POLL_MS = 500;

/** Sends a marked surface. It is done as soon as the surface is in the document, where it then is being followed. */
export function useCreateSurface(videoId: string, known: readonly string[]) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: async ({ name, frame, corners }: SurfaceDraft) => {
      const ended = new AbortController();
      const created = client.call(createSurface, {
        params: { id: videoId },
        body: { name, frame, corners: corners.map(({ x, y }) => ({ x, y })) },
      });
      const appeared = async (): Promise<{ objectId: string }> => {
        for (;;) {
          await systemWait(APPEARS_POLL_MS, ended.signal);
          const listed = await client.call(listObjects, { params: { id: videoId } }).catch(() => null);
          const made = listed?.objects.find(
            (object) => object.kind === 'surface' && object.userLabel === name && !known.includes(object.id),
          );
          if (made) return { objectId: made.id };
        }
      };
      try {
        return await Promise.race([created, appeared()]);
      } finally {
        ended.abort();
      }
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: objectsKey(videoId) }),
        queries.invalidateQueries({ queryKey: videoKey(videoId) }),
      ]),
  });
}
