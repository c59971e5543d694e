import type { Client } from '../../../../client/client.ts';
import { systemWait } from '../../../../client/with-retries.ts';
import { listObjects } from '../../../../shared/contract/routes/object-queries.ts';
import { createSurface } from '../../../../shared/contract/routes/objects.ts';
import type { SurfaceDraft } from './surface-draft.ts';

/** A marked surface is in the document long before it has been tracked. */
const APPEARS_POLL_MS = 500;

/**
 * Sends a marked surface. It is done as soon as the surface is in the document, where it then is being tracked.
 * @param known ids of the objects that are there already
 */
export async function beginSurface(
  client: Client,
  videoId: string,
  { name, frame, corners }: SurfaceDraft,
  known: readonly string[],
): Promise<{ objectId: string }> {
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
}
