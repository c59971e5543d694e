import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { EntryAddress } from '../../domain/document/edit/narrow-edit.ts';
import type { PartMeasure } from '../../domain/document/require-document-fits.ts';
import { sumOfWeights } from '../../domain/json/measure-json.ts';
import type { MediaFiles } from '../files/media-files.ts';
import { blockFiles, missingPart } from './block-files.ts';
import { BlockIndex, OWN, type StoredBlock } from './block-index.ts';
import { LEAST_BLOCK } from './cut-blocks.ts';
import { type EntryLines, entriesIn } from './entry-lines.ts';
import { decompress, decompressStream } from './gzip.ts';
import type { Chunks } from './member-lines.ts';
import { type PackedBlock, type PackedPart, packEntries } from './pack-part.ts';
import type { PartEntry } from './part-layout.ts';
import { placeBlocks } from './place-blocks.ts';
import { keepIndex, recentIndex } from './recent-indexes.ts';

/**
 * Where a part is stored: inside the version item; in an object that never changes; or in blocks of such objects, with an
 * index that lists them. `key` is then the object with the blocks that are new in this version, and with the index, if that
 * is not inside the version item.
 */
export type PartReference = (
  | { inline: Uint8Array }
  | { key: string }
  | { index: Uint8Array | { at: number; bytes: number }; key?: string }
) &
  PartMeasure;

/** A part that is not stored yet, or only in part. */
export interface PreparedPart {
  readonly reference: PartReference;
  /** The object to store; null where there is none. */
  readonly blob: { readonly key: string; readonly bytes: Uint8Array } | null;
}

/** New lines of the entries of a part, by address. */
export type NewLines = readonly (readonly [address: EntryAddress<string>, line: string])[];

/** Compressed bytes up to which a part, or an index, is stored in the version item: few enough that reading all is cheap. */
const INLINE_BYTES = 4096;
/** Hexadecimal digits. */
const NAME_DIGITS = 16;

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
  const stored = blockFiles(files);
  const indexes = new WeakMap<PartReference, Promise<BlockIndex>>();
  const entries = new WeakMap<StoredBlock, Promise<EntryLines[]>>();

  const readIndex = async (reference: PartReference): Promise<BlockIndex | null> => {
    if (!('index' in reference)) return null;
    const { index, key = '' } = reference;
    const decoded = () =>
      index instanceof Uint8Array
        ? BlockIndex.decode(index, key)
        : recentIndex(placeOf(key, index), async () =>
            BlockIndex.decode(await stored.range(key, index.at, index.at + index.bytes), key),
          );
    const known = indexes.get(reference) ?? decoded();
    indexes.set(reference, known);
    return known;
  };

  /** The entries that begin in a block; the last one may go on in those after it. */
  const entriesOf = async (name: string, { blocks }: BlockIndex, block: number): Promise<EntryLines[]> => {
    const [first] = blocks.slice(block, block + 1);
    if (first === undefined) return [];
    const read = async () =>
      entriesIn(name, await stored.text(blocks.slice(block, endOfGroup(blocks, block))));
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

  /** The entries that begin in a block, with the new lines of those that have one, by their place in it. */
  const entriesWithLines = async (
    name: string,
    index: BlockIndex,
    block: number,
    changed: ReadonlyMap<number, ReadonlyMap<number, string>>,
  ): Promise<PartEntry[]> =>
    (await entriesOf(name, index, block)).map((entry, place) => entry.with(changed.get(block)?.get(place)));

  const prepareBlocks = async (
    name: string,
    key: string,
    { blocks, size }: { blocks: readonly (StoredBlock | PackedBlock)[]; size: number },
    known: ReadonlyMap<string, StoredBlock>,
  ): Promise<PreparedPart> => {
    const { placed, pieces } = await placeBlocks(stored, name, blocks, known);
    const index = await new BlockIndex(placed).encode();
    const measure = { size, weight: sumOfWeights(placed.map(({ weight }) => weight)) };
    const isInline = index.length <= INLINE_BYTES;
    const bytes = Buffer.concat(isInline ? pieces : [...pieces, index]);
    if (bytes.length === 0) return { reference: { index, ...measure }, blob: null };
    // Another release that makes the same write at the same time may cut or compress in another way.
    const named = `${key}.${hash('sha256', bytes, 'hex').slice(0, NAME_DIGITS)}`;
    const place = { at: bytes.length - index.length, bytes: index.length };
    if (!isInline) {
      const own = placed.map((block) => (block.key === OWN ? { ...block, key: named } : block));
      keepIndex(placeOf(named, place), Promise.resolve(new BlockIndex(own)));
    }
    return {
      reference: { index: isInline ? index : place, key: named, ...measure },
      blob: { key: named, bytes },
    };
  };

  const text = async (reference: PartReference): Promise<Buffer> => {
    if ('inline' in reference) return decompress(reference.inline, reference.size);
    const index = await readIndex(reference);
    if (index !== null) return buffer(stored.stream(index.blocks));
    const { key } = reference as { key: string };
    const bytes = await files.get(key);
    if (bytes === null) throw missingPart(key);
    return decompress(bytes, reference.size);
  };

  return {
    text,

    async stream(reference) {
      if ('inline' in reference) return [await text(reference)];
      const index = await readIndex(reference);
      if (index !== null) {
        const windows = stored.stream(index.blocks);
        const first = await windows.next();
        return (async function* () {
          if (!first.done) yield first.value;
          yield* windows;
        })();
      }
      const { key } = reference as { key: string };
      const pieces = await files.stream(key);
      if (pieces === null) throw missingPart(key);
      return decompressStream(pieces);
    },

    async find(name, reference, addresses) {
      const index = await readIndex(reference);
      if (index === null) return null;
      const found = await Promise.all(addresses.map((address) => locate(name, index, address)));
      const byNumber = new Map<number, FoundEntry>();
      for (const entry of found) {
        if (entry === null) return null;
        byNumber.set(entry.number, entry);
      }
      return [...byNumber.values()].sort((a, b) => a.number - b.number);
    },

    async prepare(name, key, pack, before) {
      const index = before === undefined ? null : await readIndex(before);
      const known = byDigest(index?.blocks ?? []);
      const part = await pack(known);
      const { blocks, size } = part;
      if (before !== undefined && index !== null && areSame(blocks, index.blocks))
        return { reference: before, blob: null };
      const [only = null] = blocks.length === 1 ? blocks : [];
      // One block that is stored already is what is left of a larger part.
      if (only === null || only.bytes === null || only.weight === null)
        return prepareBlocks(name, key, part, known);
      const { bytes, weight } = only;
      if (bytes.length <= INLINE_BYTES) return { reference: { inline: bytes, size, weight }, blob: null };
      return { reference: { key, size, weight }, blob: { key, bytes } };
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
        let end = endOfGroup(index.blocks, block);
        if (!changed.has(block)) blocks.push(...index.blocks.slice(block, end));
        else {
          // What is too small joins what is beside it, or parts would end up in ever smaller blocks.
          const previous = index.blocks[block - 1];
          const isJoined =
            previous !== undefined &&
            previous === blocks.at(-1) &&
            previous.count > 0 &&
            previous.size < LEAST_BLOCK;
          if (isJoined) blocks.pop();
          const begin = isJoined ? block - 1 : block;
          const made = isJoined ? await entriesWithLines(name, index, begin, changed) : [];
          made.push(...(await entriesWithLines(name, index, block, changed)));
          while (textBytes(made) < LEAST_BLOCK && end < index.blocks.length) {
            made.push(...(await entriesWithLines(name, index, end, changed)));
            end = endOfGroup(index.blocks, end);
          }
          const packed = await packEntries(made, known);
          blocks.push(...packed.blocks);
          size += packed.size - sizeOf(index.blocks.slice(begin, end));
        }
        block = end;
      }
      if (changed.size === 0) return { reference: before, blob: null };
      return prepareBlocks(name, key, { blocks, size }, known);
    },
  };
}

/** Where an index is stored that is not inside the version item. */
const placeOf = (key: string, { at, bytes }: { at: number; bytes: number }): string =>
  `${key}:${at}+${bytes}`;

const textBytes = (entries: readonly PartEntry[]): number =>
  entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

const sizeOf = (blocks: readonly StoredBlock[]): number => blocks.reduce((sum, { size }) => sum + size, 0);

const byDigest = (blocks: readonly StoredBlock[]): ReadonlyMap<string, StoredBlock> =>
  new Map(blocks.map((block) => [block.digest, block]));

const areSame = (blocks: readonly PackedBlock[], stored: readonly StoredBlock[]): boolean =>
  blocks.length === stored.length && blocks.every(({ digest }, index) => digest === stored[index]?.digest);

/** The end of the blocks that begin with this one and hold the rest of its last entry. */
function endOfGroup(blocks: readonly StoredBlock[], block: number): number {
  let end = block + 1;
  while (blocks[end]?.count === 0) end++;
  return end;
}
