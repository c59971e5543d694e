/** Where something stands among all that may be seen: 24 bits as hexadecimal digits, evenly distributed (a hash, or drawn). */
export type Place = string;

/**
 * A sketch of what has been seen lately, from which the number of distinct things is estimated: those whose places are
 * within the lowest `rate` of all places, which is halved when there are too many (adaptive sampling, by Wegman; Flajolet,
 * "On adaptive sampling", Computing 43, 1990). Up to {@link MOST} are counted exactly. Of more the estimate is unbiased,
 * with a standard error of 12 to 18 percent; after most have gone it is too low until the others were seen again. Times are
 * in seconds since the epoch.
 */
export interface DistinctSketch {
  /** A power of two, at most 1. */
  readonly rate: number;
  /** When each was seen, by place. */
  readonly seen: Readonly<Record<Place, number>>;
}

/** How long something counts after it was seen. */
export interface Memory {
  /** In any case. */
  readonly seconds: number;
  /** After that, so many seconds more for each thing that was seen later … */
  readonly perMember: number;
  /** … unless it was seen before this time, by when whoever looks knows that it was gone. */
  readonly since?: number;
}

export const MOST = 64;
/** With fewer the rate is raised, to one at which there may be up to twice as many as this. */
const FEW = (MOST * 3) / 8;
/** At a rate below 1, chance leaves gaps: between two members lie up to this many times as many others as on average. */
const GAP = 4;

export const PLACE_DIGITS = 6;

export const EMPTY_SKETCH: DistinctSketch = { rate: 1, seen: {} };

/** The place that the first bytes (at least three) of a hash or of random bytes stand for. */
export const placeOf = (bytes: Uint8Array): Place =>
  Buffer.from(bytes).toString('hex').slice(0, PLACE_DIGITS);

const isWithin = (place: Place, rate: number): boolean =>
  Number.parseInt(place, 16) < rate * 16 ** PLACE_DIGITS;

/** What still counts, the last seen first. What a clock far ahead has seen does not. */
export function remembered(
  { rate, seen }: DistinctSketch,
  now: number,
  { seconds, perMember, since = Number.NEGATIVE_INFINITY }: Memory,
): [Place, number][] {
  const entries = Object.entries(seen)
    .filter(([, at]) => at - now <= seconds)
    .sort(([, a], [, b]) => b - a);
  const surplus = rate < 1 ? GAP : 1;
  const end = entries.findIndex(([, at], later) => {
    const over = now - at - seconds;
    return over > 0 && (at < since || over > (perMember * (later + surplus)) / rate);
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/** How many there are of what still counts. */
export const estimatedCount = (sketch: DistinctSketch, now: number, memory: Memory): number =>
  remembered(sketch, now, memory).length / sketch.rate;

/**
 * The sketch with what was seen since, and without what no longer counts.
 * @param every seconds between two times that are stored of the same place
 * @returns null where there is nothing to store
 */
export function refreshed(
  sketch: DistinctSketch,
  seen: ReadonlyMap<Place, number>,
  now: number,
  { every, ...memory }: Memory & { readonly every: number },
): DistinctSketch | null {
  const left = remembered(sketch, now, memory);
  const unstored = [...seen].filter(([place, at]) => !(at - (sketch.seen[place] ?? -every) < every));
  const within = (rate: number) => unstored.filter(([place]) => isWithin(place, rate));
  let { rate } = sketch;
  let entries = new Map([...left, ...within(rate)]);
  if (rate < 1 && entries.size < FEW) {
    // At once with those that the lower rate left out: they may be all that there are now.
    rate = Math.min(1, rate * 2 ** Math.floor(Math.log2((2 * FEW) / entries.size)));
    entries = new Map([...entries, ...within(rate)]);
  } else if (within(rate).length === 0) return null;
  while (entries.size > MOST) {
    rate /= 2;
    entries = new Map([...entries].filter(([place]) => isWithin(place, rate)));
  }
  return { rate, seen: Object.fromEntries(entries) };
}
