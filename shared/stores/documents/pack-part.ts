import { hash } from 'node:crypto';
import type { SectionName, Sections, Tracks } from '../../domain/document/document.ts';
import { type JsonWeight, measureJson } from '../../domain/json/measure-json.ts';
import { cutBlocks, type TextBlock } from './cut-blocks.ts';
import { compress } from './gzip.ts';
import { layOut, type PartEntry } from './part-layout.ts';

/** What the document of a version is stored as: its sections, and the tracks of its objects apart from them. */
export interface StoredParts extends Sections {
  tracks: Tracks;
}

export type PartName = SectionName | 'tracks';

export interface PackedBlock extends Pick<TextBlock, 'entries'> {
  /** SHA-256 of the text, cut to 128 bits, in base64. */
  readonly digest: string;
  /** Of the text in bytes. */
  readonly size: number;
  /** The text, compressed; null for a block that is stored already. */
  readonly bytes: Uint8Array | null;
  /** Of the entries that begin in it; null where a block with this digest that is stored already has the same. */
  readonly weight: JsonWeight | null;
}

/** A part as it is stored: its JSON in compressed blocks. */
export interface PackedPart {
  /** Of the JSON in bytes. */
  readonly size: number;
  readonly blocks: readonly PackedBlock[];
}

/** @param stored digests of blocks that need not be packed */
export async function packPart(
  name: string,
  value: unknown,
  stored?: { has(digest: string): boolean },
): Promise<PackedPart> {
  return packEntries(layOut(name, value), stored);
}

/** The same of the entries of a part, or of some that follow each other. */
export async function packEntries(
  entries: Iterable<PartEntry | string>,
  stored: { has(digest: string): boolean } = new Set(),
): Promise<PackedPart> {
  const blocks: PackedBlock[] = [];
  const made = new Set<string>();
  let size = 0;
  for (const { bytes, entries: beginning, begun } of cutBlocks(entries)) {
    size += bytes.length;
    const digest = hash('sha256', bytes, 'buffer').subarray(0, DIGEST_BYTES).toString('base64');
    const isStored = stored.has(digest) || made.has(digest);
    made.add(digest);
    blocks.push({
      digest,
      size: bytes.length,
      entries: beginning.map(({ id, isLayer }) => ({ id, ...(isLayer && { isLayer }) })),
      bytes: isStored ? null : await compress(bytes),
      // A long entry may go on differently after a block that is stored already.
      weight: isStored && begun === bytes ? null : weightOf(begun),
    });
  }
  return { size, blocks };
}

function weightOf(text: Uint8Array): JsonWeight {
  const { values, containers, kinds } = measureJson(text);
  return { values, containers, kinds };
}

/** Chance makes two of as many as 2^64 equal; whoever seeks two harms their own document only. */
const DIGEST_BYTES = 16;
