import type { BitReader } from '../../../bitstream/bit-reader.ts';

/** A picture that is kept for reference, named relative to the current one. */
interface Reference {
  /** Difference of the picture order counts. */
  readonly delta: number;
  /** Whether the current picture itself may refer to it; otherwise only later ones may. */
  readonly used: boolean;
}

/** A short-term reference picture set: earlier pictures in presentation order first, each side nearest first. */
export type ReferenceSet = readonly Reference[];

/** The largest decoded picture buffer (H.265, A.4.2). */
const MAX_REFERENCES = 16;

/**
 * `st_ref_pic_set(index)` (H.265, 7.3.7 and 7.4.8).
 *
 * @param sets those of the sequence parameter set; in that set itself, those before this one
 * @param inSlice whether it is written in a slice header
 * @throws RangeError
 */
export function readReferenceSet(
  reader: BitReader,
  sets: readonly ReferenceSet[],
  inSlice: boolean,
): ReferenceSet {
  const set = sets.length > 0 && reader.flag() ? predicted(reader, sets, inSlice) : listed(reader);
  if (set.length > MAX_REFERENCES) throw new RangeError(`${set.length} references`);
  return set;
}

function listed(reader: BitReader): ReferenceSet {
  const earlier = reader.bounded(MAX_REFERENCES);
  const later = reader.bounded(MAX_REFERENCES);
  const side = (count: number, sign: 1 | -1): Reference[] => {
    let delta = 0;
    return Array.from({ length: count }, () => {
      delta += sign * (reader.exponentialGolomb() + 1);
      return { delta, used: reader.flag() };
    });
  };
  return [...side(earlier, -1), ...side(later, 1)];
}

/** A set derived from another one by a shift that leaves entries out (equations 7-61 and 7-62). */
function predicted(reader: BitReader, sets: readonly ReferenceSet[], inSlice: boolean): ReferenceSet {
  const back = inSlice ? reader.exponentialGolomb() + 1 : 1;
  const source = sets[sets.length - back];
  if (source === undefined) throw new RangeError(`no reference set ${back} before`);
  const sign = reader.flag() ? -1 : 1;
  const shift = sign * (reader.exponentialGolomb() + 1);
  // The picture that `source` belongs to comes last among the candidates.
  const candidates = [...source, { delta: 0 }].flatMap(({ delta }) => {
    const used = reader.flag();
    const kept = used || reader.flag();
    return kept ? [{ delta: delta + shift, used }] : [];
  });
  const nearestFirst = candidates.toSorted((a, b) => Math.abs(a.delta) - Math.abs(b.delta));
  return [...nearestFirst.filter(({ delta }) => delta < 0), ...nearestFirst.filter(({ delta }) => delta > 0)];
}
