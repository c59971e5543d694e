import type { FrameRange } from '../../domain/document/seen-ranges.ts';
import { type FrameIndex, frameAt } from '../../media/probe/frame-index.ts';

/** Times in documents are rounded, and players report what they have rounded: seconds. */
const TIME_SLACK_S = 0.001;

/** The frame that is shown at a time in seconds; null before the first and after the last. */
export function frameShownAt(index: FrameIndex, time: number): number | null {
  const [first = 0] = index.times;
  const moment = time + TIME_SLACK_S;
  return moment < first || time >= index.endTime ? null : frameAt(index, moment);
}

/** The frames that are shown at some moment from one time to another; null: none. */
export function framesShownBetween(
  index: FrameIndex,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): FrameRange | null {
  const [first = 0] = index.times;
  if (to + TIME_SLACK_S < first || from >= index.endTime) return null;
  return { first: frameAt(index, from + TIME_SLACK_S), last: frameAt(index, to + TIME_SLACK_S) };
}
