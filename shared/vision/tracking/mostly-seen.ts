import { hiddenStretches } from './hidden-stretches.ts';
import type { Sample } from './observation.ts';
import { runsBetween } from './track-points.ts';
import { spanOf, type Tracklet } from './tracklets.ts';

/** An object is surely seen in at least this share of the samples in which it is not hidden. */
const MIN_SEEN_SHARE = 0.45;

interface SeenOptions {
  /** Observations at least this sure count. */
  readonly highScore: number;
  /** What a track needs; one of its runs between two hidden stretches must have as many. */
  readonly minObservations: number;
}

/**
 * The tracks without those that were hardly ever seen: false alarms that recur near one place are strung together with
 * doubtful boxes and over gaps. Stretches in which an object is hidden do not count, as a true one may be hidden for
 * longer than it is seen; but it must have been a track before or after.
 */
export function mostlySeen(
  tracks: readonly Tracklet[],
  samples: readonly Sample[],
  { highScore, minObservations }: SeenOptions,
): Tracklet[] {
  return tracks.filter((track) => {
    const runs = runsBetween(track, hiddenStretches(track, samples));
    const sure = track.filter(({ score }) => score >= highScore).length;
    return (
      sure >= MIN_SEEN_SHARE * runs.reduce((sum, run) => sum + spanOf(run), 0) &&
      runs.some(({ length }) => length >= minObservations)
    );
  });
}
