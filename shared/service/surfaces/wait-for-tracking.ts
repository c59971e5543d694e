import { isTerminal, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { SurfaceStarts } from '../../stores/surfaces.ts';
import type { EditingStores } from '../editing/commit-edit.ts';
import { type Presence, surfacePresence } from './surface-presence.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

type Stores = Pick<EditingStores, 'versions' | 'documents' | 'environment'> & { surfaces: SurfaceStarts };

/**
 * Waits until the tracking has ended, its surface is no longer in the document, or the process is about to end.
 * @param marked.version that the surface was added in
 * @param marked.until on the clock of `elapsed`
 * @returns the tracking as it is then, or was last; or why there is no surface any more
 */
export async function waitForTracking(
  stores: Stores,
  tracking: SurfaceTracking,
  { version, until }: { version: number; until: number },
): Promise<SurfaceTracking | Exclude<Presence, 'present'>> {
  const { surfaces, environment } = stores;
  const { runtime, stopping } = environment;
  const look = surfacePresence(stores, tracking, version);
  let latest = tracking;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const left = until - runtime.elapsed();
    if (left <= 0 || stopping?.aborted) return latest;
    await runtime.sleep(Math.min(pause, left), stopping);
    // The surface is in the document, so a failed check must not end in an error.
    const standing = await surfaces.get(tracking).catch(() => latest);
    // After the tracking, which goes with the surface or the video and never before it.
    const presence = await look().catch(() => 'present' as const);
    if (presence !== 'present') return presence;
    if (standing === null) return latest;
    latest = standing;
    if (isTerminal(latest.state)) return latest;
  }
}
