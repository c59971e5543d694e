import type { IsoBox } from '../headers/box-header.ts';
import { boxContent, childBoxes, findBox } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** The boxes that hold the times, sizes and places of a track's samples (ISO/IEC 14496-12, 8.6 and 8.7). */
const SAMPLE_TABLES = ['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'stsz', 'stz2'];

/** The sample tables of the tracks that have samples in the movie box. */
export async function filledSampleTables(reader: StructureReader, movie: IsoBox): Promise<IsoBox[]> {
  const tables: IsoBox[] = [];
  for await (const track of childBoxes(reader, movie)) {
    if (track.type === 'trak') tables.push(...(await sampleTables(reader, track)));
  }
  return tables;
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

/** How many samples a track has in the movie box; undefined where its header does not say. */
export async function sampleCount(reader: StructureReader, track: IsoBox): Promise<number | undefined> {
  const parent = await findBox(reader, track, 'mdia', 'minf', 'stbl');
  const table =
    parent && ((await findBox(reader, parent, 'stsz')) ?? (await findBox(reader, parent, 'stz2')));
  const content = table && (await boxContent(reader, table, 12));
  return content?.byteLength === 12 ? content.getUint32(8) : undefined;
}
