import type { InputVideoTrack } from 'mediabunny';
import type { Edit } from '../container/edit-list.ts';
import type { FragmentStart } from '../container/fragment-starts.ts';
import { internalTrack } from './internal-track.ts';

/** Tells mediabunny where the edit of a track begins: by itself it leaves out one with a rate. */
export function applyEdit(track: InputVideoTrack, { start, mediaTime }: Edit): void {
  const internal = internalTrack(track);
  internal.editListOffset = mediaTime - Math.round(start * internal.timescale);
}

/**
 * Tells mediabunny when the fragments of a track begin: by itself it lets each begin where the pictures of the one
 * before disappear, which is later the more they are reordered.
 * @param starts of all fragments, so that none is to be added
 */
export function timeFragments(track: InputVideoTrack, starts: readonly FragmentStart[]): void {
  const head = { moofOffset: 0, presented: Number.NEGATIVE_INFINITY };
  const positions = [head, ...starts].map(({ moofOffset, presented }, i) => ({
    moofOffset,
    startTimestamp: presented,
    endTimestamp: starts[i]?.decoded ?? Number.POSITIVE_INFINITY,
  }));
  const internal = internalTrack(track);
  internal.fragmentLookupTable = [];
  internal.fragmentPositionCache = Object.assign(positions, { splice: () => [] });
}

/** Durations above are negative ones of 32 bits, by which some muxers go back in time: ten seconds in ticks of sound. */
const LONGEST_DURATION = 2 ** 32 - 1 - 480_000;

/**
 * Takes back what negative durations of samples (`stts`, which has none in the standard) would have taken back, from the
 * durations that follow, as FFmpeg does: so times never fall.
 */
export function spreadNegativeDurations(track: InputVideoTrack): void {
  const internal = internalTrack(track);
  const { sampleTimingEntries, ...sorted } = internal.demuxer.getSampleTableForTrack(internal);
  if (!sampleTimingEntries.some(({ delta }) => delta > LONGEST_DURATION)) return;
  const shifts: number[] = [];
  let [time, meant] = [0, 0];
  for (const entry of sampleTimingEntries) {
    const { startDecodeTimestamp, count, delta } = entry;
    const isNegative = delta > LONGEST_DURATION;
    let shortened = isNegative ? 1 : delta;
    meant += (isNegative ? delta - 2 ** 32 : delta) * count;
    const ahead = Math.trunc((time + shortened * count - meant) / Math.max(count, 1));
    if (ahead > 0) shortened -= Math.min(ahead, Math.max(shortened - 1, 0));
    for (let i = 0; i < count; i++) shifts.push(time + i * shortened - (startDecodeTimestamp + i * delta));
    Object.assign(entry, { startDecodeTimestamp: time, delta: shortened });
    time += shortened * count;
  }
  const { presentationTimestamps, presentationTimestampIndexMap } = sorted;
  for (const sample of presentationTimestamps ?? []) {
    sample.presentationTimestamp += shifts[sample.sampleIndex] ?? 0;
  }
  presentationTimestamps?.sort((a, b) => a.presentationTimestamp - b.presentationTimestamp);
  for (const [rank, { sampleIndex }] of (presentationTimestamps ?? []).entries()) {
    if (presentationTimestampIndexMap) presentationTimestampIndexMap[sampleIndex] = rank;
  }
}
