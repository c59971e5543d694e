import { isTerminal, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { SurfaceStarts } from '../../stores/surfaces.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

/**
 * Waits until the tracking has ended.
 * @param until on the clock of `elapsed`
 * @returns the tracking as it is then, or was last
 */
export async function untilTracked(
  { surfaces, environment: { runtime } }: { surfaces: SurfaceStarts; environment: Environment },
  tracking: SurfaceTracking,
  until: number,
): Promise<SurfaceTracking> {
  let latest = tracking;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const left = until - runtime.elapsed();
    if (left <= 0) return latest;
    await runtime.sleep(Math.min(pause, left));
    // The surface is in the document, so the caller must not be told otherwise.
    const standing = await surfaces.get(tracking).catch(() => latest);
    // It goes with its video.
    if (standing === null) return latest;
    latest = standing;
    if (isTerminal(latest.state)) return latest;
  }
}
