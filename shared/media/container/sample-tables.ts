import type { IsoBox } from '../headers/box-header.ts';
import { boxContent, boxesWithin, findBoxes } from './iso-boxes.ts';
import { isoTracks } from './iso-tracks.ts';
import { requireRoom, requireSamples, type SampleBounds } from './sample-bounds.ts';
import type { StructureReader } from './structure-reader.ts';

/**
 * Bytes of an entry in the tables that begin with version, flags and their number of entries (ISO/IEC 14496-12, 8.6
 * and 8.7). No valid table has more entries than there are frames.
 */
const ENTRY_BYTES = new Map([
  ['stts', 8],
  ['ctts', 8],
  ['stss', 4],
  ['stsc', 12],
  ['stco', 4],
  ['co64', 8],
]);
const HEADER_BYTES = 8;
/** `stsz` and `stz2` also have the common sample size before the number of samples. */
const SIZES_HEADER_BYTES = 12;

/**
 * Refuses a file whose video tables announce more entries than they hold, than the file can hold, or than allowed,
 * before a parser expands them. Sound is not checked: it has a sample for each of its 48,000 values a second.
 *
 * @throws MediaError `too-many-frames`, `malformed`, `too-many-elements`
 */
export async function requireBoundedTables(reader: StructureReader, maxFrames: number): Promise<void> {
  const bounds = { maxFrames, fileSize: reader.size };
  for await (const { box, isVideo } of isoTracks(reader)) {
    if (!isVideo) continue;
    for await (const edits of leaves(reader, box, 'edts')) await requireBoundedEdits(reader, edits);
    for await (const table of leaves(reader, box, 'mdia', 'minf', 'stbl')) {
      if (table.type === 'stsz' || table.type === 'stz2') await requireBoundedSizes(reader, table, bounds);
      else await requireBoundedTable(reader, table, bounds);
    }
  }
}

/**
 * The boxes within those at `path`, cut to their parents: a parser that reads the beginning of a table also takes
 * one that does not fit.
 */
async function* leaves(reader: StructureReader, track: IsoBox, ...path: readonly string[]) {
  for await (const parent of findBoxes(reader, track, ...path)) {
    for await (const box of boxesWithin(reader, parent)) yield { ...box, end: Math.min(box.end, parent.end) };
  }
}

async function requireBoundedEdits(reader: StructureReader, edits: IsoBox): Promise<void> {
  if (edits.type !== 'elst') return;
  const header = await boxContent(reader, edits, HEADER_BYTES);
  if (header.byteLength < HEADER_BYTES) return;
  requireRoom(
    'elst',
    header.getUint32(4),
    header.getUint8(0) === 1 ? 20 : 12,
    roomBehind(HEADER_BYTES, edits),
  );
}

/** `stsz`: one size for all samples, or 32 bits for each; `stz2`: 4, 8 or 16 bits for each. */
async function requireBoundedSizes(
  reader: StructureReader,
  table: IsoBox,
  bounds: SampleBounds,
): Promise<void> {
  const header = await boxContent(reader, table, SIZES_HEADER_BYTES);
  if (header.byteLength < SIZES_HEADER_BYTES) return;
  const samples = header.getUint32(8);
  const commonSize = table.type === 'stsz' ? header.getUint32(4) : 0;
  const bytesEach = table.type === 'stsz' ? 4 : header.getUint8(7) / 8;
  if (commonSize === 0) requireRoom(table.type, samples, bytesEach, roomBehind(SIZES_HEADER_BYTES, table));
  requireSamples(samples, bounds);
}

async function requireBoundedTable(
  reader: StructureReader,
  table: IsoBox,
  bounds: SampleBounds,
): Promise<void> {
  const entryLength = ENTRY_BYTES.get(table.type);
  const header = entryLength && (await boxContent(reader, table, HEADER_BYTES));
  if (!header || header.byteLength < HEADER_BYTES) return;
  const entries = header.getUint32(4);
  requireSamples(entries, bounds);
  requireRoom(table.type, entries, entryLength, roomBehind(HEADER_BYTES, table));
  if (table.type === 'stts' || table.type === 'ctts')
    await requireBoundedRuns(reader, table, entries, bounds);
  if (table.type === 'stsc') await requireBoundedChunks(reader, table, entries, bounds);
}

/** Each entry begins with its number of samples. */
async function requireBoundedRuns(
  reader: StructureReader,
  table: IsoBox,
  entries: number,
  bounds: SampleBounds,
): Promise<void> {
  const content = await boxContent(reader, table, HEADER_BYTES + 8 * entries);
  let samples = 0;
  for (let i = 0; i < entries; i++) samples += content.getUint32(HEADER_BYTES + 8 * i);
  requireSamples(samples, bounds);
}

/** The second word of an entry is the number of samples in a chunk, which a parser walks to find one sample. */
async function requireBoundedChunks(
  reader: StructureReader,
  table: IsoBox,
  entries: number,
  bounds: SampleBounds,
): Promise<void> {
  const content = await boxContent(reader, table, HEADER_BYTES + 12 * entries);
  for (let i = 0; i < entries; i++) requireSamples(content.getUint32(HEADER_BYTES + 12 * i + 4), bounds);
}

const roomBehind = (headerLength: number, { contentStart, end }: IsoBox): number =>
  end - contentStart - headerLength;
