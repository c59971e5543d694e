import { crc32 } from 'node:zlib';
import type { JsonWeight } from '../../domain/json/measure-json.ts';
import { compress, decompress } from './gzip.ts';
import type { PackedBlock } from './pack-part.ts';
import { isSortedPart, nameLine } from './part-layout.ts';

/** Instead of the key of the object in which an index, or what it is part of, is stored itself. */
export const OWN = '';

/** A block of a part where it is stored. */
export interface StoredBlock {
  /** The object that holds it, with other blocks of the same write; {@link OWN} where that has no name yet. */
  readonly key: string;
  /** Where it begins there, and how long it is: bytes. */
  readonly at: number;
  readonly bytes: number;
  /** Of its text: bytes. */
  readonly size: number;
  readonly digest: string;
  /** How many entries begin in it. */
  readonly count: number;
  /** Which of these are layers, by their place among them. */
  readonly layers: readonly number[];
  readonly search: BlockSearch;
  /** Of the entries that begin in it. */
  readonly weight: JsonWeight;
}

/**
 * What tells whether an entry may begin in a block: in a sorted part the first that does (null: none), in others a hash of 16
 * bits for each, in base64 (null: the part has too many entries).
 */
type BlockSearch = { readonly first: string | null } | { readonly marks: string | null };

const MARK_BYTES = 2;
/** Above so many entries of a part, their marks would be as large as a block is. */
const MOST_MARKED = 16_384;

const markOf = (id: string): number => crc32(id) & 0xffff;

function marksOf(entries: PackedBlock['entries']): string {
  const marks = Buffer.alloc(entries.length * MARK_BYTES);
  for (const [index, { id }] of entries.entries()) marks.writeUInt16LE(markOf(id), index * MARK_BYTES);
  return marks.toString('base64');
}

/** @param place where it is stored */
export const storedBlock = (
  part: string,
  { digest, size, entries }: PackedBlock,
  place: Pick<StoredBlock, 'key' | 'at' | 'bytes'>,
  weight: JsonWeight,
): StoredBlock => ({
  ...place,
  size,
  weight,
  digest,
  count: entries.length,
  layers: entries.flatMap(({ isLayer }, index) => (isLayer ? [index] : [])),
  search: isSortedPart(part) ? { first: entries[0]?.id ?? null } : { marks: marksOf(entries) },
});

type Row = readonly [
  key: number,
  at: number,
  bytes: number,
  size: number,
  digest: string,
  count: number,
  search: BlockSearch,
  layers?: readonly number[],
  /** Absent in blocks that were written before it was measured. */
  weight?: readonly [values: number, containers: number, kinds: number],
];

interface StoredIndex {
  /** The objects that hold blocks. */
  readonly keys: readonly string[];
  readonly blocks: readonly Row[];
}

/** The blocks of a part in their order, which finds entries by id or position without reading them. */
export class BlockIndex {
  readonly blocks: readonly StoredBlock[];
  /** The number of the first entry that begins in a block, by block. */
  readonly #starts: readonly number[];
  /** Of all entries. */
  readonly #count: number;
  /** The numbers of the entries that are layers. */
  readonly #layers: readonly number[];
  /** Made once it is asked for: many may be looked for one after the other. */
  #firstLines: readonly { block: number; line: string }[] | undefined;

  constructor(blocks: readonly StoredBlock[]) {
    this.blocks = blocks;
    let count = 0;
    const layers: number[] = [];
    this.#starts = blocks.map((block) => {
      const start = count;
      for (const place of block.layers) layers.push(start + place);
      count += block.count;
      return start;
    });
    this.#count = count;
    this.#layers = layers;
  }

  /** @param own key of the object that is {@link OWN} in it */
  static async decode(bytes: Uint8Array, own: string): Promise<BlockIndex> {
    // Its size is not known, and is not much more than that of what is compressed: most of it are digests.
    const text = await decompress(bytes, 2 * bytes.length);
    const { keys, blocks } = JSON.parse(text.toString('utf8')) as StoredIndex;
    return new BlockIndex(
      blocks.map(([key, at, bytes, size, digest, count, search, layers = [], weight = [0, 0, 0]]) => ({
        key: keys[key] || own,
        at,
        bytes,
        size,
        digest,
        count,
        layers,
        search,
        weight: { values: weight[0], containers: weight[1], kinds: weight[2] },
      })),
    );
  }

  encode(): Promise<Buffer> {
    const keys = [...new Set(this.blocks.map(({ key }) => key))];
    const numbers = new Map(keys.map((key, index) => [key, index]));
    const isMarked = this.#count <= MOST_MARKED;
    const rows = this.blocks.map(({ key, at, bytes, size, digest, count, search, layers, weight }): Row => {
      const kept = 'marks' in search && !isMarked ? { marks: null } : search;
      const { values, containers, kinds } = weight;
      const number = numbers.get(key) ?? 0;
      return [number, at, bytes, size, digest, count, kept, layers, [values, containers, kinds]];
    });
    return compress(Buffer.from(JSON.stringify({ keys, blocks: rows } satisfies StoredIndex)));
  }

  /** The numbers of the entries that begin in a block: from, up to. */
  entriesOf(block: number): readonly [number, number] {
    const start = this.#starts[block] ?? 0;
    return [start, start + (this.blocks[block]?.count ?? 0)];
  }

  /** The block in which an entry begins; null where there are not so many. */
  blockOf(entry: number): number | null {
    if (entry < 0 || entry >= this.#count) return null;
    return this.#starts.findLastIndex(
      (start, block) => start <= entry && (this.blocks[block]?.count ?? 0) > 0,
    );
  }

  /** Each block in which an entry may begin that has the id; null where that is not known. */
  blocksWith(id: string): number[] | null {
    if (this.#firsts().length > 0) return this.#blockNotAfter(nameLine(id));
    const mark = markOf(id);
    const found: number[] = [];
    for (const [block, { search }] of this.blocks.entries()) {
      if ('first' in search) continue;
      if (search.marks === null) return null;
      if (hasMark(search.marks, mark)) found.push(block);
    }
    return found;
  }

  /** The blocks of a sorted part in which an entry begins, with the line of the first. */
  #firsts(): readonly { block: number; line: string }[] {
    this.#firstLines ??= this.blocks.flatMap(({ search }, block) =>
      'first' in search && search.first !== null ? [{ block, line: nameLine(search.first) }] : [],
    );
    return this.#firstLines;
  }

  /** The last block of a sorted part whose first entry does not come after a line; none before the first. */
  #blockNotAfter(line: string): number[] {
    const firsts = this.#firsts();
    let [low, high] = [0, firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((firsts[middle]?.line ?? line) <= line) low = middle + 1;
      else high = middle;
    }
    const found = firsts[low - 1];
    return found === undefined ? [] : [found.block];
  }

  /** The number of the layer at a position. */
  layerAt(position: number): number | null {
    return this.#layers[position] ?? null;
  }

  /** The numbers of the overlays of the layer that is the entry with this number: from, up to. */
  overlaysOf(layer: number): readonly [number, number] {
    const next = this.#layers[this.#layers.indexOf(layer) + 1] ?? this.#count;
    return [layer + 1, next];
  }
}

function hasMark(marks: string, mark: number): boolean {
  const bytes = Buffer.from(marks, 'base64');
  for (let at = 0; at < bytes.length; at += MARK_BYTES) if (bytes.readUInt16LE(at) === mark) return true;
  return false;
}
