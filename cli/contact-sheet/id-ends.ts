/** Characters; ids that are no longer than `WHOLE` stay as they are. */
const SHORTEST = 4;
const WHOLE = 6;

/** The ends of the ids by which they can be told apart: all of one length, as short as may be. */
export function idEnds(ids: readonly string[]): string[] {
  const longest = ids.reduce((most, { length }) => Math.max(most, length), 0);
  for (let length = SHORTEST; length < longest; length++) {
    const ends = ids.map((id) => (id.length <= WHOLE ? id : id.slice(-length)));
    if (new Set(ends).size === ids.length) return ends;
  }
  return [...ids];
}
