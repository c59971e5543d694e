import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { opener } from '../opener.ts';
import { openSurfaces } from '../surfaces.ts';
import {
  type CountTaken,
  type HolderState,
  openPlaceQuota,
  openPlaceRelease,
  openTakenCount,
  type Place,
} from './places.ts';

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

const holderStates = (environment: Environment) => {
  const surfaces = openSurfaces(environment);
  return async (objectId: string, { videoId }: SurfacePlace): Promise<HolderState> => {
    const tracking = await surfaces.get({ videoId, objectId });
    if (tracking === null) return 'unknown';
    return isTerminal(tracking.state) ? 'over' : 'active';
  };
};

export const openSurfaceQuota = opener('surfaceQuota', (environment: Environment): SurfaceQuota => {
  const take = openPlaceQuota<SurfacePlace>(environment, 'activeSurfaces', holderStates(environment));

  return {
    admit: ({ accountId, videoId, objectId }) =>
      take(accountId, objectId, { videoId, takenAt: environment.runtime.now() }),
  };
});

export const openActiveSurfaces = (environment: Environment): CountTaken =>
  openTakenCount<SurfacePlace>(environment, 'activeSurfaces', holderStates(environment));

export const openSurfacePlaces = opener('surfacePlaces', (environment: Environment): SurfacePlaces => {
  const release = openPlaceRelease(environment, 'activeSurfaces');
  return { release: ({ accountId, objectId }) => release(accountId, objectId) };
});
