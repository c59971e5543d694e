import type { VideoObject } from '../video-data.ts';

/** Some frames of an object's lane, `from` to `to`, both included. */
interface Stretch {
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

/** A lane has hardly more pixels; a document may have any number of stretches. */
const MOST_DRAWN = 400;

/**
 * The stretches of a track as a lane can show them. Of too many the shortest are merged with their neighbours.
 * @param count frames of the video
 */
export function drawnStretches(track: VideoObject['track'], count: number): Stretch[] {
  const stretches = stretchesOf(track);
  if (stretches.length <= MOST_DRAWN) return stretches;
  const drawn: Stretch[] = [];
  for (const { from, to, hidden } of stretches) {
    if (from >= count) break;
    const before = drawn.at(-1);
    const isShort = to + 1 - from < count / MOST_DRAWN;
    if (before && (isShort || before.hidden === hidden)) drawn[drawn.length - 1] = { ...before, to };
    else drawn.push({ from, to, hidden });
  }
  return drawn;
}
