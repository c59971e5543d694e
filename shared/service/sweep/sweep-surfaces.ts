import { isTerminal } from '../../domain/surface/surface-tracking.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { surfaceMessages } from '../surfaces/surface-messages.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN_MS = 10 * 60_000;

/**
 * Sends the messages of trackings that have made no progress again: a crash may have left them without. Of those that are
 * over the files go, and the trackings too, except failed ones, which hold the reason.
 */
export async function sweepSurfaces(stores: SweeperStores, time: RunTime): Promise<Swept> {
  const {
    surfaces,
    files,
    detection,
    environment: { runtime },
  } = stores;
  return sweepEach(surfaces.due(runtime.now()), time, async (ref) => {
    const tracking = await surfaces.get(ref);
    if (tracking === null) return;
    if (isTerminal(tracking.state)) {
      await files.deleteAll(mediaKeys.surface(tracking.videoId, tracking.objectId));
      if (tracking.state === 'failed') await surfaces.postpone(tracking, null);
      else await surfaces.delete(tracking);
      return;
    }
    await detection.send(surfaceMessages(tracking));
    // At growing intervals, as for jobs.
    const age = runtime.now() - Date.parse(tracking.createdAt);
    await surfaces.postpone(tracking, runtime.now() + Math.max(LOOK_AGAIN_MS, age));
  });
}
