import type { Observation, Sample } from './observation.ts';

/**
 * An object that is not seen for longer than this is hidden. Boxes interpolated over a longer gap are more often wrong
 * than right in videos that nothing was fitted to (research/tracking.md).
 */
export const HIDDEN_AFTER_SECONDS = 1;

/**
 * By how much a gap of a nominal second may be longer: five samples at 5 a second of NTSC video are 1.001 s apart, and
 * WebM rounds times to milliseconds.
 */
const CLOCK_TOLERANCE_SECONDS = 0.005;

/** Samples in which an object is hidden, as positions in the list of samples; both are included. */
export interface HiddenStretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The stretches in which an object is hidden: the samples between two consecutive observations that are more than
 * `HIDDEN_AFTER_SECONDS` apart. Where no sample lies between them, the object was seen each time that it was looked for,
 * so that slow sampling alone hides nothing.
 * @param observations of one object in the order of time, sure and doubtful ones
 */
export function hiddenStretches(
  observations: readonly Pick<Observation, 'index'>[],
  samples: readonly Pick<Sample, 'time'>[],
): HiddenStretch[] {
  const stretches: HiddenStretch[] = [];
  let from = observations[0]?.index ?? 0;
  for (const { index: to } of observations) {
    const seconds = to - from < 2 ? 0 : (samples[to]?.time ?? 0) - (samples[from]?.time ?? 0);
    if (seconds > HIDDEN_AFTER_SECONDS + CLOCK_TOLERANCE_SECONDS)
      stretches.push({ first: from + 1, last: to - 1 });
    from = to;
  }
  return stretches;
}
