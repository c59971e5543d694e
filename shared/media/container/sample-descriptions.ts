import type { IsoBox } from '../headers/box-header.ts';
import { fragmentDefaults } from './fragment-defaults.ts';
import { boxContent, childBoxes, fileBox, findBox } from './iso-boxes.ts';
import { isoTracks, sampleDescriptionBox, sampleEntryBoxes, trackIdOf } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';

/** A sample entry: how some samples of a track are coded (ISO/IEC 14496-12, 8.5.2). */
export interface SampleEntry {
  /** The type of the entry, such as `avc1`. */
  readonly format: string;
  /** `avcC` or `hvcC` (ISO/IEC 14496-15); null where there is none. */
  readonly configuration: Uint8Array | null;
}

/** The sample entries of a track that has several. */
export interface SampleDescriptions {
  readonly entries: readonly SampleEntry[];
  /**
   * The entry of a sample; where the file names one that is not there, that of the samples before, as in FFmpeg.
   *
   * @param sample as mediabunny numbers it (`sequenceNumber`): its rank in the tables of the movie; in a fragment, its
   *   rank there plus the offset of the `moof` in the file, which is larger than any rank in the tables
   */
  entryOf(sample: number): SampleEntry;
}

/** From this sample on an entry holds, up to the next stretch. */
interface Stretch {
  readonly sample: number;
  /** From 1. */
  readonly description: number;
}

/** @returns null for a track with one entry */
export async function sampleDescriptions(
  reader: StructureReader,
  trackId: number,
): Promise<SampleDescriptions | null> {
  for await (const { box, isVideo } of isoTracks(reader)) {
    if (!isVideo || (await trackIdOf(reader, box)) !== trackId) continue;
    const entries = await configuredEntries(reader, box);
    const tables = await findBox(reader, box, 'mdia', 'minf', 'stbl');
    const [first] = entries;
    if (!tables || !first || entries.length < 2) return null;
    const named = await stretchesOfTables(reader, tables);
    for await (const fragment of stretchesOfFragments(reader, trackId)) named.push(fragment);
    const stretches = named.filter(({ description }) => entries[description - 1] !== undefined);
    return { entries, entryOf: (sample) => entries[descriptionAt(stretches, sample) - 1] ?? first };
  }
  return null;
}

/** No valid file has more entries. */
const MAX_ENTRIES = 1000;
const MAX_CONFIGURATION_BYTES = 2 ** 20;

async function configuredEntries(reader: StructureReader, track: IsoBox): Promise<SampleEntry[]> {
  const table = await sampleDescriptionBox(reader, track);
  const entries: SampleEntry[] = [];
  for await (const entry of table ? childBoxes(reader, table) : []) {
    if (entries.length === MAX_ENTRIES) break;
    const boxes = sampleEntryBoxes(entry);
    const record = (await findBox(reader, boxes, 'avcC')) ?? (await findBox(reader, boxes, 'hvcC'));
    const content = record && (await boxContent(reader, record, MAX_CONFIGURATION_BYTES));
    entries.push({
      format: entry.type,
      configuration: content ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : null,
    });
  }
  return entries;
}

/** The runs of chunks with the same description (`stsc`, 8.7.4). */
async function stretchesOfTables(reader: StructureReader, tables: IsoBox): Promise<Stretch[]> {
  const table = await findBox(reader, tables, 'stsc');
  const content = table && (await boxContent(reader, table, table.end - table.contentStart));
  if (!content || content.byteLength < 8) return [];
  const count = Math.min(content.getUint32(4), Math.floor((content.byteLength - 8) / 12));
  const stretches: Stretch[] = [];
  let sample = 0;
  for (let i = 0; i < count; i++) {
    const at = 8 + 12 * i;
    const description = content.getUint32(at + 8);
    stretches.push({ sample, description });
    if (i + 1 < count)
      sample += (content.getUint32(at + 12) - content.getUint32(at)) * content.getUint32(at + 4);
  }
  return stretches;
}

/** `sample-description-index-present` of `tfhd`, and `base-data-offset-present`, whose value comes first (8.8.7). */
const HAS_DESCRIPTION = 0x2;
const HAS_BASE_OFFSET = 0x1;

async function* stretchesOfFragments(reader: StructureReader, trackId: number): AsyncGenerator<Stretch> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  const usual = movie ? (await fragmentDefaults(reader, movie, trackId)).description : 1;
  for await (const fragment of childBoxes(reader, fileBox(reader))) {
    if (fragment.type !== 'moof') continue;
    for await (const part of childBoxes(reader, fragment)) {
      const header = part.type === 'traf' ? await findBox(reader, part, 'tfhd') : undefined;
      const content = header && (await boxContent(reader, header, 20));
      if (!content || content.byteLength < 8 || content.getUint32(4) !== trackId) continue;
      const flags = content.getUint32(0);
      const at = (flags & HAS_BASE_OFFSET) === 0 ? 8 : 16;
      const isNamed = (flags & HAS_DESCRIPTION) !== 0 && content.byteLength >= at + 4;
      yield { sample: fragment.start, description: isNamed ? content.getUint32(at) : usual };
      break;
    }
  }
}

/** @param stretches ascending */
function descriptionAt(stretches: readonly Stretch[], sample: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.sample ?? 0) <= sample) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1]?.description ?? 1;
}
