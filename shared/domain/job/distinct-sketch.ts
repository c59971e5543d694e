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

/** How long something counts after it was seen, in seconds: some, and some more for each thing that was seen later. */
export interface Memory {
  readonly seconds: number;
  readonly perMember: number;
}

/** Two full sketches fit into 2 KB of DynamoDB, which a write pays for as two units. */
const MOST = 64;
/** With fewer the rate is raised. */
const FEW = MOST / 4;
/** At a rate below 1, chance leaves gaps: between two members lie up to this many times as many others as on average. */
const GAP = 4;

const PLACE_DIGITS = 6;

export const EMPTY_SKETCH: DistinctSketch = { rate: 1, seen: {} };

/** The place that the first bytes (at least three) of a hash or of random bytes stand for. */
export const placeOf = (bytes: Uint8Array): Place =>
  Buffer.from(bytes).toString('hex').slice(0, PLACE_DIGITS);

const isWithin = (place: Place, rate: number): boolean =>
  Number.parseInt(place, 16) < rate * 16 ** PLACE_DIGITS;

/** What still counts, the last seen first. */
export function remembered(
  { rate, seen }: DistinctSketch,
  now: number,
  { seconds, perMember }: Memory,
): [Place, number][] {
  const entries = Object.entries(seen).sort(([, a], [, b]) => b - a);
  const surplus = rate < 1 ? GAP : 1;
  const end = entries.findIndex(
    ([, at], later) => now - at > seconds + (perMember * (later + surplus)) / rate,
  );
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
  const before = left.length > 0 ? sketch : EMPTY_SKETCH;
  const news = [...seen].filter(
    ([place, at]) => isWithin(place, before.rate) && !(at - (before.seen[place] ?? -every) < every),
  );
  let entries = [...new Map([...left, ...news])];
  let { rate } = before;
  if (rate < 1 && entries.length < FEW)
    rate = Math.min(1, rate * 2 ** Math.floor(Math.log2(MOST / 2 / entries.length)));
  else if (news.length === 0) return null;
  while (entries.length > MOST) {
    rate /= 2;
    entries = entries.filter(([place]) => isWithin(place, rate));
  }
  return { rate, seen: Object.fromEntries(entries) };
}
