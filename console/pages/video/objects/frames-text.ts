import type { TrackedObject } from '../surface/use-surfaces.ts';
import type { VideoObject } from '../video-data.ts';

/** In which frames an object is, in short. Where a surface is being followed to is not known yet. */
export const framesText = (
  { firstFrame, lastFrame, tracked = true }: Pick<VideoObject, 'firstFrame' | 'lastFrame' | 'tracked'>,
  followed: Pick<TrackedObject, 'tracking'> | undefined,
): string => {
  if (followed?.tracking === 'running') return 'being followed';
  return tracked && lastFrame > firstFrame ? `${firstFrame}–${lastFrame}` : `frame ${firstFrame}`;
};
