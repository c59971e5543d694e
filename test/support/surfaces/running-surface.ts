import { newTracking, type SurfaceTracking } from '../../../shared/domain/surface/surface-tracking.ts';

/** A tracking that waits for its first messages: two units forwards and one backwards. */
export const runningSurface = (
  who: Pick<SurfaceTracking, 'accountId' | 'videoId' | 'objectId'>,
): SurfaceTracking =>
  newTracking(
    {
      ...who,
      startFrame: 100,
      corners: [
        { x: 0.2, y: 0.2 },
        { x: 0.6, y: 0.2 },
        { x: 0.6, y: 0.7 },
        { x: 0.2, y: 0.7 },
      ],
      totalFrames: 1000,
      unitFrames: { forwards: { least: 300, most: 600 }, backwards: { least: 135, most: 270 } },
      startVersion: 1,
      createdAt: '2026-11-22T10:00:00.000Z',
    },
    { forwards: 2, backwards: 1 },
  );
