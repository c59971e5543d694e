import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { opener } from '../opener.ts';
import { openSurfaces } from '../surfaces.ts';
import { openPlaceQuota, openPlaceRelease, type Place } from './places.ts';

/** The place of a surface that is being tracked, under its object. */
interface SurfacePlace extends Place {
  videoId: string;
}

interface SurfaceQuota {
  /**
   * Counts a tracking that is about to begin.
   * @returns null, or the quota that does not admit it
   */
  admit(tracking: Pick<SurfaceTracking, 'accountId' | 'videoId' | 'objectId'>): Promise<Excess | null>;
}

export interface SurfacePlaces {
  release(tracking: Pick<SurfaceTracking, 'accountId' | 'objectId'>): Promise<void>;
}

export const openSurfaceQuota = opener('surfaceQuota', (environment: Environment): SurfaceQuota => {
  const surfaces = openSurfaces(environment);
  const take = openPlaceQuota<SurfacePlace>(environment, 'activeSurfaces', async (objectId, { videoId }) => {
    const tracking = await surfaces.get({ videoId, objectId });
    if (tracking === null) return 'unknown';
    return isTerminal(tracking.state) ? 'over' : 'active';
  });

  return {
    admit: ({ accountId, videoId, objectId }) =>
      take(accountId, objectId, { videoId, takenAt: environment.runtime.now() }),
  };
});

export const openSurfacePlaces = opener('surfacePlaces', (environment: Environment): SurfacePlaces => {
  const release = openPlaceRelease(environment, 'activeSurfaces');
  return { release: ({ accountId, objectId }) => release(accountId, objectId) };
});
