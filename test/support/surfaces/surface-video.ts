import type { z } from 'zod';
import type { SurfaceKeyframe } from '../../../shared/contract/schemas/metadata.ts';
import type { surfaceStarted, trackedObject } from '../../../shared/contract/schemas/object.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { shapeAt } from '../../../shared/kernel/geometry/shape-at.ts';
import { marked, SURFACE_SIZE, type SurfacePath } from '../clips/surface-clip.ts';
import { type Api, type ApiAnswer, type ApiRequest, eventually } from '../service/api.ts';

export type StartedBody = z.output<typeof surfaceStarted>;
type ListedObject = z.output<typeof trackedObject>;

/** Marks a surface that moves along a path. */
export const markSurface = <Body = StartedBody>(
  api: Api,
  id: string,
  { cornersAt, frame, ...request }: { cornersAt: SurfacePath; frame: number } & ApiRequest,
): Promise<ApiAnswer<Body>> =>
  api<Body>('POST', `/api/videos/${id}/objects/surface`, {
    json: { name: 'Poster', frame, corners: marked(cornersAt(frame)) },
    ...request,
  });

export const listedObjects = async (api: Api, id: string): Promise<ListedObject[]> =>
  (await api<{ objects: ListedObject[] }>('GET', `/api/videos/${id}/objects`)).body.objects;

/** Waits until no surface of the video is being tracked any more. */
export const allTracked = (api: Api, id: string): Promise<ListedObject[]> =>
  eventually(
    () => listedObjects(api, id),
    (objects) => objects.every(({ tracking }) => tracking !== 'running'),
  );

/** The keyframes of an object; undefined where the document has none of this id. */
export async function trackOfObject(
  api: Api,
  id: string,
  objectId: string,
): Promise<SurfaceKeyframe[] | undefined> {
  const { body } = await api<{ objects: Record<string, { track: SurfaceKeyframe[] }> }>(
    'GET',
    `/api/videos/${id}/metadata`,
  );
  return body.objects[objectId]?.track;
}

/** The corners in a frame, in pixels, as readers of the document have them; undefined where there is nothing to draw. */
export const cornersInFrame = (track: readonly SurfaceKeyframe[], frame: number): Point[] | undefined =>
  shapeAt(track, frame, (from, to, share) =>
    from.corners.map(({ x, y }, i) => ({
      x: (x + share * ((to.corners[i]?.x ?? 0) - x)) * SURFACE_SIZE.width,
      y: (y + share * ((to.corners[i]?.y ?? 0) - y)) * SURFACE_SIZE.height,
    })),
  );

/** The greatest distance of a corner from where it is in truth, in pixels. */
export const cornerError = (found: readonly Point[], truth: readonly Point[]): number =>
  Math.max(...found.map(({ x, y }, i) => Math.hypot(x - (truth[i]?.x ?? 0), y - (truth[i]?.y ?? 0))));
