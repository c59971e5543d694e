import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { boxContent, childBoxes, fileBox, findBox, type IsoBox } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** The boxes that hold the times, sizes and places of a track's samples (ISO/IEC 14496-12, 8.6 and 8.7). */
const SAMPLE_TABLES = ['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'stsz', 'stz2'];

/**
 * Hides the sample tables of a movie that has samples both there and in fragments (`mvex`, ISO/IEC 14496-12,
 * 8.8.1). A reader that takes a track's samples from one place only, as mediabunny 1.61 does, then finds those of
 * the fragments; in the unchanged file it finds those of the tables.
 * @param source the bytes of the file
 * @returns null unless the movie has both
 */
export async function fragmentsOnly(reader: StructureReader, source: ByteSource): Promise<ByteSource | null> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  if (!movie || !(await findBox(reader, movie, 'mvex'))) return null;
  const tables: IsoBox[] = [];
  for await (const track of childBoxes(reader, movie)) {
    if (track.type === 'trak') tables.push(...(await sampleTables(reader, track)));
  }
  return tables.length === 0 ? null : withoutTypes(source, tables);
}

/** The sample tables of a track; empty if it has no samples there. */
async function sampleTables(reader: StructureReader, track: IsoBox): Promise<IsoBox[]> {
  const parent = await findBox(reader, track, 'mdia', 'minf', 'stbl');
  const tables: IsoBox[] = [];
  let samples = 0;
  for await (const box of parent ? childBoxes(reader, parent) : []) {
    if (!SAMPLE_TABLES.includes(box.type)) continue;
    tables.push(box);
    if (box.type !== 'stsz' && box.type !== 'stz2') continue;
    const sizes = await boxContent(reader, box, 12);
    if (sizes.byteLength === 12) samples = sizes.getUint32(8);
  }
  return samples > 0 ? tables : [];
}

/** The file with the types of these boxes zeroed, so that parsers skip them. */
function withoutTypes(source: ByteSource, boxes: readonly IsoBox[]): ByteSource {
  return {
    size: source.size,
    async read(start, end) {
      const bytes = await source.read(start, end);
      const types = boxes.map((box) => box.start + 4).filter((type) => type < end && type + 4 > start);
      if (types.length === 0) return bytes;
      const changed = Uint8Array.from(bytes);
      for (const type of types) changed.fill(0, Math.max(0, type - start), type + 4 - start);
      return changed;
    },
  };
}
