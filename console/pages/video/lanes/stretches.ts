import type { VideoObject } from '../video-data.ts';

/** Some frames of an object's lane, `from` to `to`, both included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether the object was not seen in them. */
  readonly hidden: boolean;
}

/** The stretches of a track in which the object is seen, and those between them in which it is hidden. */
export function stretchesOf(track: VideoObject['track']): Stretch[] {
  const stretches: Stretch[] = [];
  const [first, ...rest] = track;
  if (first === undefined) return stretches;
  let from = first.frame;
  let hidden = first.hidden === true;
  for (const { frame, hidden: nowHidden = false } of rest) {
    if (nowHidden === hidden) continue;
    stretches.push({ from, to: frame - 1, hidden });
    [from, hidden] = [frame, nowHidden];
  }
  stretches.push({ from, to: track.at(-1)?.frame ?? from, hidden });
  return stretches;
}
