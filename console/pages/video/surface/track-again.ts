import type { Client } from '../../../../client/client.ts';
import { isApiFailure } from '../../../../client/failure.ts';
import { listObjects } from '../../../../shared/contract/routes/object-queries.ts';
import { deleteObject, patchObject } from '../../../../shared/contract/routes/objects.ts';
import type { SurfaceKeyframe } from '../../../viewer/viewer-document.ts';
import { documentSource } from '../editor/document-source.ts';
import type { Layers } from '../overlays/layer-edits.ts';
import { reanchorLayers } from '../overlays/reanchor.ts';
import { saveLayers } from '../overlays/save-layers.ts';
import { objectName, type VideoObject } from '../video-data.ts';
import { beginSurface } from './begin-surface.ts';

interface TrackedAgain {
  readonly videoId: string;
  /** Of which the document has the marked frame alone. */
  readonly surface: VideoObject;
  /** As they were read last. */
  readonly layers: Layers;
  /** The object that an attempt before has made. */
  readonly made: string | null;
  readonly onMade: (objectId: string) => void;
}

/**
 * Has a surface tracked from its marked frame once more: as a new object with its name and data, which takes over the overlays
 * that lie on it. The old one is deleted last, so that nothing is lost when a step fails.
 * @returns the id of the new object
 * @throws ApiFailure, ConnectionFailure, LayersConflict
 */
export async function trackAgain(
  client: Client,
  { videoId, surface, layers, made, onMade }: TrackedAgain,
): Promise<string> {
  const { objects } = await client.call(listObjects, { params: { id: videoId } });
  const known = objects.map(({ id }) => id);
  const objectId =
    made !== null && known.includes(made) ? made : await begin(client, videoId, surface, known);
  onMade(objectId);
  const { userLabel, customData } = surface;
  if (userLabel === null || Object.keys(customData).length > 0)
    await client.call(patchObject, { params: { id: videoId, objectId }, body: { userLabel, customData } });
  const mine = reanchorLayers(layers, surface.id, objectId);
  if (mine !== layers) await saveLayers(documentSource(client, videoId), { base: layers, mine }, null, false);
  await client.call(deleteObject, { params: { id: videoId, objectId: surface.id } }).catch((failure) => {
    // Deleted by an attempt whose answer was lost, or by others: that is what is wanted.
    if (!isApiFailure(failure, 'OBJECT_NOT_FOUND')) throw failure;
  });
  return objectId;
}

async function begin(
  client: Client,
  videoId: string,
  surface: VideoObject,
  known: readonly string[],
): Promise<string> {
  const [marked] = surface.track as readonly SurfaceKeyframe[];
  if (marked === undefined) throw new TypeError(`The surface ${surface.id} has no marked frame`);
  const draft = { name: objectName(surface), frame: marked.frame, corners: marked.corners };
  return (await beginSurface(client, videoId, draft, known)).objectId;
}
