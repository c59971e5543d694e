import { stretchesOf } from '../lanes/stretches.ts';
import type { TrackedObject } from '../surface/use-surfaces.ts';
import type { VideoObject } from '../video-data.ts';

/** In which frames an object is, in short. How far a surface is tracked is not known yet. */
export const framesText = (
  { firstFrame, lastFrame, tracked = true }: Pick<VideoObject, 'firstFrame' | 'lastFrame' | 'tracked'>,
  surface: Pick<TrackedObject, 'tracking'> | undefined,
): string => {
  if (surface?.tracking === 'running') return 'being tracked';
  return tracked && lastFrame > firstFrame ? `${firstFrame}–${lastFrame}` : `frame ${firstFrame}`;
};

/** More stretches than these are counted, not listed. */
const MOST_LISTED = 3;

/** In which frames between its first and its last an object was not seen; null where it always was. */
export function hiddenFramesText(track: VideoObject['track']): string | null {
  const hidden = stretchesOf(track).filter((stretch) => stretch.hidden);
  if (hidden.length === 0) return null;
  if (hidden.length > MOST_LISTED) {
    const frames = hidden.reduce((sum, { from, to }) => sum + to + 1 - from, 0);
    return `${frames} frames in ${hidden.length} stretches`;
  }
  return hidden.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
