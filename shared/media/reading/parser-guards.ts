import { requireBoundedFragment } from '../container/fragment-runs.ts';
import type { SampleBounds } from '../container/sample-bounds.ts';
import type { StructureReader } from '../container/structure-reader.ts';

/** The internals of mediabunny that are used: the reader that all its parsers share. */
export interface ParserReader {
  /** The `length` bytes from `start` on; null if the file is too short. */
  requestSlice(start: number, length: number): Slice | null | Promise<Slice | null>;
  /** Between `min` and `max` bytes from `start` on; null where there are fewer than `min`. */
  requestSliceRange(start: number, min: number, max: number): unknown;
}

/** The range of the file from `start` to `end`, within `bytes`, which begin at `offset`. */
interface Slice {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** The limits for a file that has not been checked before. */
export interface ParserGuard {
  /** Also counts what mediabunny looks at. */
  readonly structure: StructureReader;
  readonly maxFrames: number;
}

/**
 * Stops mediabunny when a file exceeds its budget, or a fragment announces more samples than it can have.
 * mediabunny requests headers, and only those, by a range of lengths; it requests a fragment as a whole.
 */
export function boundParser(reader: ParserReader, { structure, maxFrames }: ParserGuard): void {
  const bounds: SampleBounds = { maxFrames, fileSize: structure.size };
  const { requestSlice, requestSliceRange } = reader;
  reader.requestSlice = (start, length) => {
    const requested = requestSlice.call(reader, start, length);
    return requested instanceof Promise
      ? requested.then((slice) => checkedFragment(slice, bounds))
      : checkedFragment(requested, bounds);
  };
  reader.requestSliceRange = (start, min, max) => {
    structure.countElement();
    return requestSliceRange.call(reader, start, min, max);
  };
}

const MOOF = Buffer.from('moof', 'latin1');

function checkedFragment(slice: Slice | null, bounds: SampleBounds): Slice | null | Promise<Slice | null> {
  if (slice === null) return null;
  const bytes = slice.bytes.subarray(slice.start - slice.offset, slice.end - slice.offset);
  // A header alone expands to nothing.
  if (bytes.length <= 16 || !MOOF.equals(bytes.subarray(4, 8))) return slice;
  return requireBoundedFragment(bytes, bounds).then(() => slice);
}

/** Bytes of the longest EBML element id that mediabunny looks for. */
const LONGEST_ID = 8;

/**
 * After junk, mediabunny 1.61 searches for the next WebM element (`resync`; no other request has a minimum of 0).
 * The search never ends when exactly as many bytes are left as the longest id has, and it finds an element of
 * impossible size at the same place again and again. In both cases the search sees the end of the file.
 */
export function endSearches(reader: ParserReader, size: number): void {
  const request = reader.requestSliceRange.bind(reader);
  let searchedFrom: number | null = null;
  reader.requestSliceRange = (start, min, max) => {
    const isSearch = min === 0;
    const again = searchedFrom === start;
    searchedFrom = isSearch || again ? start : null;
    if (isSearch && (again || Math.min(max, size - start) <= LONGEST_ID)) return null;
    return request(start, min, max);
  };
}
