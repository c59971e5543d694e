import type { InputVideoTrack } from 'mediabunny';
import type { Edit } from '../container/edit-list.ts';
import type { FragmentStart } from '../container/fragment-starts.ts';

/** The internals of mediabunny 1.61 that are used; tests with such files guard them. */
interface InternalTrack {
  readonly timescale: number;
  /** Ticks of the media at time 0. */
  editListOffset: number;
  /** Fragments that have been read, by time. One that does not say when it begins follows the one before it here. */
  fragmentPositionCache: FragmentPosition[];
  /** The entries of `tfra`: presentation times, which mediabunny takes for decode times. */
  fragmentLookupTable: unknown[];
}

interface FragmentPosition {
  readonly moofOffset: number;
  /** When its first sample is presented. */
  readonly startTimestamp: number;
  readonly endTimestamp: number;
}

const internals = (track: InputVideoTrack): InternalTrack =>
  (track as unknown as { _backing: { internalTrack: InternalTrack } })._backing.internalTrack;

/** Tells mediabunny where the edit of a track begins: by itself it leaves out one with a rate. */
export function applyEdit(track: InputVideoTrack, { start, mediaTime }: Edit): void {
  const internal = internals(track);
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
  const internal = internals(track);
  internal.fragmentLookupTable = [];
  internal.fragmentPositionCache = Object.assign(positions, { splice: () => [] });
}
