import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { EntryAddress } from '../../domain/document/edit/narrow-edit.ts';
import type { MediaFiles } from '../files/media-files.ts';
import { BlockIndex, OWN, type StoredBlock, storedBlock } from './block-index.ts';
import { type EntryLines, entriesIn } from './entry-lines.ts';
import { decompress, decompressStream } from './gzip.ts';
import type { Chunks } from './member-lines.ts';
import { type PackedBlock, type PackedPart, packEntries } from './pack-part.ts';

/**
 * Where a part is stored: inside the version item; in an object that never changes; or in blocks of such objects, with an
 * index that lists them. `key` is then the object with the blocks that are new in this version, and with the index, if that
 * is not inside the version item. `size` is that of the part's JSON in bytes.
 */
export type PartReference = (
  | { inline: Uint8Array }
  | { key: string }
  | { index: Uint8Array | { at: number; bytes: number }; key?: string }
) & { size: number };

/** A part that is not stored yet, or only in part. */
export interface PreparedPart {
  readonly reference: PartReference;
  /** The object to store; null where there is none. */
  readonly blob: { readonly key: string; readonly bytes: Uint8Array } | null;
}

/** New lines of the entries of a part, by address. */
export type NewLines = readonly (readonly [address: EntryAddress<string>, line: string])[];

/** What a version refers to is not there: its video is being deleted, or data were lost. */
export class MissingPart extends Error {}

/** Compressed bytes up to which a part, or an index, is stored in the version item: few enough that reading all is cheap. */
const INLINE_BYTES = 4096;
/** Compressed bytes that are read and decompressed at a time: at first few, so that an answer begins soon. */
const FIRST_WINDOW_BYTES = 64 * 1024;
const WINDOW_BYTES = 512 * 1024;
/** Bytes between two blocks of an object that are read with them rather than by a request of their own. */
const GAP_BYTES = 64 * 1024;
/** Hexadecimal digits. */
const NAME_DIGITS = 16;
/** Above so many objects that hold a part, its next write takes over what the smallest half of them holds. */
const MOST_OBJECTS = 32;

interface FoundEntry extends Pick<EntryLines, 'name' | 'line'> {
  readonly number: number;
  /** In which it begins. */
  readonly block: number;
}

export interface StoredPartFiles {
  text(reference: PartReference): Promise<Buffer>;
  /** @throws before it resolves if the part is missing */
  stream(reference: PartReference): Promise<Chunks>;
  /** The entries with these addresses, in order; null if any is not found, or the part has no blocks. */
  find(
    name: string,
    reference: PartReference,
    addresses: readonly EntryAddress[],
  ): Promise<Pick<EntryLines, 'name' | 'line'>[] | null>;
  /**
   * @param key what the key of the object begins with that will hold what is new
   * @param before the same part in the version before, whose blocks stay where they are
   */
  prepare(
    name: string,
    key: string,
    pack: (stored: { has(digest: string): boolean }) => Promise<PackedPart>,
    before: PartReference | undefined,
  ): Promise<PreparedPart>;
  /** The same part with other lines in place of those of the entries that `find` finds. */
  prepareLines(name: string, key: string, before: PartReference, lines: NewLines): Promise<PreparedPart>;
}

export function storedPartFiles(files: MediaFiles): StoredPartFiles {
  const indexes = new WeakMap<PartReference, Promise<BlockIndex>>();
  const entries = new WeakMap<StoredBlock, Promise<EntryLines[]>>();

  const range = async (key: string, start: number, end: number): Promise<Uint8Array> => {
    const bytes = await files.range(key, start, end);
    if (bytes === null || bytes.length < end - start) throw missing(key);
    return bytes;
  };

  const readIndex = async (reference: PartReference): Promise<BlockIndex | null> => {
    if (!('index' in reference)) return null;
    const { index, key = '' } = reference;
    const decoded = async () =>
      BlockIndex.decode(
        index instanceof Uint8Array ? index : await range(key, index.at, index.at + index.bytes),
        key,
      );
    const known = indexes.get(reference) ?? decoded();
    indexes.set(reference, known);
    return known;
  };

  /** The compressed texts of blocks, each read once. */
  const readBlocks = async (blocks: readonly StoredBlock[]): Promise<Uint8Array[]> => {
    const ranges = rangesOf(blocks);
    const read = await Promise.all(
      ranges.map(async ({ key, start, end }) => ({ key, start, end, bytes: await range(key, start, end) })),
    );
    return blocks.map((block) => {
      const found = read.find(
        ({ key, start, end }) => key === block.key && start <= block.at && block.at + block.bytes <= end,
      );
      if (found === undefined) throw missing(block.key);
      const at = block.at - found.start;
      return found.bytes.subarray(at, at + block.bytes);
    });
  };

  const readWindow = async (blocks: readonly StoredBlock[]): Promise<Buffer> =>
    decompress(
      Buffer.concat(await readBlocks(blocks)),
      blocks.reduce((sum, { size }) => sum + size, 0),
    );

  async function* streamBlocks({ blocks }: BlockIndex): AsyncGenerator<Buffer> {
    for (const window of windowsOf(blocks)) yield await readWindow(window);
  }

  /** The entries that begin in a block; the last one may go on in those after it. */
  const entriesOf = async (name: string, { blocks }: BlockIndex, block: number): Promise<EntryLines[]> => {
    const [first] = blocks.slice(block, block + 1);
    if (first === undefined) return [];
    const read = async () =>
      entriesIn(name, await readWindow(blocks.slice(block, endOfGroup(blocks, block))));
    const known = entries.get(first) ?? read();
    entries.set(first, known);
    return known;
  };

  /** The entry with a number. */
  const entryAt = async (name: string, index: BlockIndex, number: number): Promise<FoundEntry | null> => {
    const block = index.blockOf(number);
    if (block === null) return null;
    const [start] = index.entriesOf(block);
    const entry = (await entriesOf(name, index, block))[number - start];
    return entry === undefined ? null : { number, block, name: entry.name, line: entry.line };
  };

  /** The entry among some that has an id. */
  const entryWith = async (
    name: string,
    index: BlockIndex,
    id: string,
    isAmong: (number: number, isLayer: boolean) => boolean,
  ): Promise<FoundEntry | null> => {
    for (const block of index.blocksWith(id) ?? []) {
      const [start] = index.entriesOf(block);
      for (const [place, entry] of (await entriesOf(name, index, block)).entries()) {
        if (isAmong(start + place, entry.isLayer) && entry.hasId(id))
          return { number: start + place, block, name: entry.name, line: entry.line };
      }
    }
    return null;
  };

  const locate = async (
    name: string,
    index: BlockIndex,
    [first, second]: EntryAddress,
  ): Promise<FoundEntry | null> => {
    if (name !== 'layers')
      return typeof first === 'number'
        ? entryAt(name, index, first)
        : entryWith(name, index, first, () => true);
    const position = typeof first === 'number' ? index.layerAt(first) : null;
    const layer =
      typeof first === 'string'
        ? await entryWith(name, index, first, (_, isLayer) => isLayer)
        : position === null
          ? null
          : await entryAt(name, index, position);
    if (layer === null || second === undefined) return layer;
    const [from, to] = index.overlaysOf(layer.number);
    if (typeof second === 'string')
      return entryWith(name, index, second, (number) => from <= number && number < to);
    return from + second < to ? entryAt(name, index, from + second) : null;
  };

  /** The blocks of a part where they will be stored, and the bytes that are new. */
  const place = async (
    name: string,
    blocks: readonly (StoredBlock | PackedBlock)[],
    known: ReadonlyMap<string, StoredBlock>,
  ): Promise<{ placed: StoredBlock[]; pieces: Uint8Array[] }> => {
    const pieces: Uint8Array[] = [];
    let at = 0;
    const add = (bytes: Uint8Array) => {
      const found = { key: OWN, at, bytes: bytes.length };
      pieces.push(bytes);
      at += bytes.length;
      return found;
    };
    const moved = await movedBlocks(blocks, known);
    const made = new Map<string, StoredBlock>();
    const placed = blocks.map((block): StoredBlock => {
      const standing = made.get(block.digest) ?? known.get(block.digest);
      const bytes = moved.get(block.digest) ?? ('entries' in block ? block.bytes : null);
      if (made.has(block.digest) || bytes === null) {
        if (standing === undefined) throw new Error('A block that is stored is not known');
        return 'entries' in block ? storedBlock(name, block, standing) : { ...block, ...placeOf(standing) };
      }
      const found = add(bytes);
      const stored = 'entries' in block ? storedBlock(name, block, found) : { ...block, ...found };
      made.set(block.digest, stored);
      return stored;
    });
    return { placed, pieces };
  };

  /** The blocks, by digest, of the objects that hold the least of a part, where too many do. */
  const movedBlocks = async (
    blocks: readonly (StoredBlock | PackedBlock)[],
    known: ReadonlyMap<string, StoredBlock>,
  ): Promise<ReadonlyMap<string, Uint8Array>> => {
    const kept = new Map(
      blocks.flatMap(({ digest }) => {
        const stored = known.get(digest);
        return stored === undefined ? [] : [[digest, stored] as const];
      }),
    );
    const objects = [...Map.groupBy(kept.values(), (block) => block.key).values()];
    if (objects.length < MOST_OBJECTS) return new Map();
    const held = (of: readonly StoredBlock[]) => of.reduce((sum, { bytes }) => sum + bytes, 0);
    const small = objects
      .sort((a, b) => held(a) - held(b))
      .slice(0, MOST_OBJECTS / 2)
      .flat();
    const bytes = await readBlocks(small);
    return new Map(small.map(({ digest }, index) => [digest, bytes[index] ?? new Uint8Array()]));
  };

  const prepareBlocks = async (
    name: string,
    key: string,
    { blocks, size }: { blocks: readonly (StoredBlock | PackedBlock)[]; size: number },
    known: ReadonlyMap<string, StoredBlock>,
  ): Promise<PreparedPart> => {
    const { placed, pieces } = await place(name, blocks, known);
    const index = await new BlockIndex(placed).encode();
    const isInline = index.length <= INLINE_BYTES;
    const bytes = Buffer.concat(isInline ? pieces : [...pieces, index]);
    if (bytes.length === 0) return { reference: { index, size }, blob: null };
    // Another release that makes the same write at the same time may cut or compress in another way.
    const named = `${key}.${hash('sha256', bytes, 'hex').slice(0, NAME_DIGITS)}`;
    const at = bytes.length - index.length;
    return {
      reference: { index: isInline ? index : { at, bytes: index.length }, key: named, size },
      blob: { key: named, bytes },
    };
  };

  const text = async (reference: PartReference): Promise<Buffer> => {
    if ('inline' in reference) return decompress(reference.inline, reference.size);
    const index = await readIndex(reference);
    if (index !== null) return buffer(streamBlocks(index));
    const { key } = reference as { key: string };
    const bytes = await files.get(key);
    if (bytes === null) throw missing(key);
    return decompress(bytes, reference.size);
  };

  return {
    text,

    async stream(reference) {
      if ('inline' in reference) return [await text(reference)];
      const index = await readIndex(reference);
      if (index !== null) {
        const windows = streamBlocks(index);
        const first = await windows.next();
        return (async function* () {
          if (!first.done) yield first.value;
          yield* windows;
        })();
      }
      const { key } = reference as { key: string };
      const pieces = await files.stream(key);
      if (pieces === null) throw missing(key);
      return decompressStream(pieces);
    },

    async find(name, reference, addresses) {
      const index = await readIndex(reference);
      if (index === null) return null;
      const found = await Promise.all(addresses.map((address) => locate(name, index, address)));
      const entries = new Map<number, FoundEntry>();
      for (const entry of found) {
        if (entry === null) return null;
        entries.set(entry.number, entry);
      }
      return [...entries.values()].sort((a, b) => a.number - b.number);
    },

    async prepare(name, key, pack, before) {
      const index = before === undefined ? null : await readIndex(before);
      const known = byDigest(index?.blocks ?? []);
      const part = await pack(known);
      const { blocks, size } = part;
      if (before !== undefined && index !== null && areSame(blocks, index.blocks))
        return { reference: before, blob: null };
      const bytes = blocks.length === 1 ? (blocks[0]?.bytes ?? null) : null;
      // One block that is stored already is what is left of a larger part.
      if (bytes === null) return prepareBlocks(name, key, part, known);
      if (bytes.length <= INLINE_BYTES) return { reference: { inline: bytes, size }, blob: null };
      return { reference: { key, size }, blob: { key, bytes } };
    },

    async prepareLines(name, key, before, lines) {
      const index = await readIndex(before);
      if (index === null) throw new Error(`The part ${name} has no entries that can be replaced`);
      const changed = new Map<number, Map<number, string>>();
      for (const [address, line] of lines) {
        const found = await locate(name, index, address);
        if (found === null) throw new Error(`The part ${name} has no entry to be replaced`);
        if (found.line === line) continue;
        const [start] = index.entriesOf(found.block);
        const ofBlock = changed.get(found.block) ?? new Map<number, string>();
        changed.set(found.block, ofBlock.set(found.number - start, line));
      }
      const known = byDigest(index.blocks);
      const blocks: (StoredBlock | PackedBlock)[] = [];
      let { size } = before;
      for (let block = 0; block < index.blocks.length; ) {
        const end = endOfGroup(index.blocks, block);
        const replaced = changed.get(block);
        const standing = index.blocks.slice(block, end);
        if (replaced === undefined) blocks.push(...standing);
        else {
          const ofBlock = await entriesOf(name, index, block);
          const made = ofBlock.map((entry, place) => entry.with(replaced.get(place)));
          const packed = await packEntries(made, known);
          blocks.push(...packed.blocks);
          size += packed.size - standing.reduce((sum, { size: of }) => sum + of, 0);
        }
        block = end;
      }
      if (changed.size === 0) return { reference: before, blob: null };
      return prepareBlocks(name, key, { blocks, size }, known);
    },
  };
}

const missing = (key: string): Error => new MissingPart(`Part ${key} of a document is missing`);

const byDigest = (blocks: readonly StoredBlock[]): ReadonlyMap<string, StoredBlock> =>
  new Map(blocks.map((block) => [block.digest, block]));

const areSame = (blocks: readonly PackedBlock[], stored: readonly StoredBlock[]): boolean =>
  blocks.length === stored.length && blocks.every(({ digest }, index) => digest === stored[index]?.digest);

const placeOf = ({ key, at, bytes }: StoredBlock): Pick<StoredBlock, 'key' | 'at' | 'bytes'> => ({
  key,
  at,
  bytes,
});

/** The end of the blocks that begin with this one and hold the rest of its last entry. */
function endOfGroup(blocks: readonly StoredBlock[], block: number): number {
  let end = block + 1;
  while (blocks[end]?.count === 0) end++;
  return end;
}

/** All blocks, some at a time. */
function* windowsOf(blocks: readonly StoredBlock[]): Generator<StoredBlock[]> {
  let window: StoredBlock[] = [];
  let held = 0;
  let most = FIRST_WINDOW_BYTES;
  for (const block of blocks) {
    window.push(block);
    held += block.bytes;
    if (held < most) continue;
    yield window;
    [window, held, most] = [[], 0, Math.min(2 * most, WINDOW_BYTES)];
  }
  if (window.length > 0) yield window;
}

/** What to read of the objects that hold blocks. */
function rangesOf(blocks: readonly StoredBlock[]): { key: string; start: number; end: number }[] {
  return [...Map.groupBy(blocks, ({ key }) => key)].flatMap(([key, held]) => {
    const ranges: { key: string; start: number; end: number }[] = [];
    for (const { at, bytes } of held.sort((a, b) => a.at - b.at)) {
      const last = ranges.at(-1);
      if (last !== undefined && at <= last.end + GAP_BYTES) last.end = Math.max(last.end, at + bytes);
      else ranges.push({ key, start: at, end: at + bytes });
    }
    return ranges;
  });
}
