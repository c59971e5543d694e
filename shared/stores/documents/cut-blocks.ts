import { crc32 } from 'node:zlib';
import type { PartEntry } from './part-layout.ts';

/** A block of a part's text. */
export interface TextBlock {
  readonly bytes: Buffer;
  /** Those that begin in it; none in the middle of a long one. */
  readonly entries: readonly Pick<PartEntry, 'id' | 'isLayer'>[];
  /** The whole text of what begins in it: empty in the middle of a long entry. */
  readonly begun: Buffer;
}

const NOTHING = Buffer.alloc(0);

const KIB = 1024;
/** Blocks are smaller only where a part ends, or around an entry that is longer than a block. */
export const LEAST_BLOCK = 16 * KIB;
const MOST = 64 * KIB;
/** How much follows the least on average; a power of two. */
const MEAN_REST = 16 * KIB;

/**
 * Cuts the text of a part into blocks of 16 to 64 KiB, 32 KiB on average, by what it says: the text around a change is cut as
 * before, so that most blocks of the changed part equal blocks of the part before. Blocks end with an entry, save for one
 * that is longer than a block, which has blocks of its own.
 *
 * Content-defined chunking: Muthitacharoen, Chen, Mazières, "A Low-bandwidth Network File System", SOSP 2001. A cut
 * follows the bytes (in a long entry) or the entry before it.
 */
export function* cutBlocks(entries: Iterable<PartEntry | string>): Generator<TextBlock> {
  let held: Buffer[] = [];
  let beginning: PartEntry[] = [];
  let size = 0;
  const block = (begun?: Buffer): TextBlock => {
    const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    const made = { bytes, entries: beginning, begun: begun ?? bytes };
    [held, beginning, size] = [[], [], 0];
    return made;
  };
  for (const entry of entries) {
    const bytes = Buffer.from(typeof entry === 'string' ? entry : entry.text);
    if (size > 0 && size + bytes.length > MOST) yield block();
    if (typeof entry !== 'string') beginning.push(entry);
    if (bytes.length > MOST) {
      let begun = bytes;
      for (const piece of cutBytes(bytes)) {
        held.push(piece);
        yield block(begun);
        begun = NOTHING;
      }
      continue;
    }
    held.push(bytes);
    size += bytes.length;
    // A cut after each entry is as likely as the entry is long.
    if (size >= LEAST_BLOCK && crc32(bytes) / 2 ** 32 < bytes.length / MEAN_REST) yield block();
  }
  if (held.length > 0) yield block();
}

/**
 * A number of 32 bits for each byte, by the finalizer of MurmurHash3 (Austin Appleby, public domain). Blocks that were cut by
 * other numbers are read just the same.
 */
const GEAR = Uint32Array.from({ length: 256 }, (_, byte) => {
  let hash = byte + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
});

/** So many of the last bytes decide, one bit of the hash for each. */
const WINDOW = 32;
const REST_BITS = Math.log2(MEAN_REST);

/** Gear hash: Xia et al., "FastCDC", USENIX ATC 2016. */
function* cutBytes(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  while (bytes.length - start > LEAST_BLOCK) {
    const end = Math.min(start + MOST, bytes.length);
    let hash = 0;
    let at = start + LEAST_BLOCK - WINDOW;
    for (; at < end; at++) {
      hash = (hash << 1) + (GEAR[bytes[at] ?? 0] ?? 0);
      if (at >= start + LEAST_BLOCK && hash >>> (32 - REST_BITS) === 0) break;
    }
    const cut = Math.min(at + 1, end);
    yield bytes.subarray(start, cut);
    start = cut;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
