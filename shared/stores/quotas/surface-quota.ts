import type { Excess } from '../../contract/quotas.ts';
import { isTerminal, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { openSurfaces } from '../surfaces.ts';
import {
  type CountTaken,
  type HolderState,
  openSlotQuota,
  openSlotRelease,
  openTakenCount,
  type Slot,
} from './slots.ts';

/** The slot of a surface that is being tracked, under its object. */
interface SurfaceSlot extends Slot {
  videoId: string;
}

interface SurfaceQuota {
  /**
   * Counts a tracking that is about to begin.
   * @returns null, or the quota that does not admit it
   */
  admit(tracking: Pick<SurfaceTracking, 'accountId' | 'videoId' | 'objectId'>): Promise<Excess | null>;
}

export interface SurfaceSlots {
  release(tracking: Pick<SurfaceTracking, 'accountId' | 'objectId'>): Promise<void>;
}

const holderStates = (environment: Environment) => {
  const surfaces = openSurfaces(environment);
  return async (objectId: string, { videoId }: SurfaceSlot): Promise<HolderState> => {
    const tracking = await surfaces.get({ videoId, objectId });
    if (tracking === null) return 'unknown';
    return isTerminal(tracking.state) ? 'over' : 'active';
  };
};

export const openSurfaceQuota = storeFactory('surfaceQuota', (environment: Environment): SurfaceQuota => {
  const take = openSlotQuota<SurfaceSlot>(environment, 'activeSurfaces', holderStates(environment));

  return {
    admit: ({ accountId, videoId, objectId }) =>
      take(accountId, objectId, { videoId, takenAt: environment.runtime.now() }),
  };
});

export const openActiveSurfaces = (environment: Environment): CountTaken =>
  openTakenCount<SurfaceSlot>(environment, 'activeSurfaces', holderStates(environment));

export const openSurfaceSlots = storeFactory('surfaceSlots', (environment: Environment): SurfaceSlots => {
  const release = openSlotRelease(environment, 'activeSurfaces');
  return { release: ({ accountId, objectId }) => release(accountId, objectId) };
});
