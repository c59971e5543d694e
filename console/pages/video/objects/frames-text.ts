import type { TrackedObject } from '../surface/use-surfaces.ts';
import type { VideoObject } from '../video-data.ts';

/** In which frames an object is, in short. Where a surface is being followed to is not known yet. */
export const framesText = (
  { firstFrame, lastFrame }: Pick<VideoObject, 'firstFrame' | 'lastFrame'>,
  tracked: Pick<TrackedObject, 'tracking'> | undefined,
): string => (tracked?.tracking === 'running' ? 'being followed' : `${firstFrame}–${lastFrame}`);
