import { type IsoBox, parseBox } from '../headers/box-header.ts';
import { fourCharacters } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';

const MFRO_BYTES = 16;
const SHORTEST_MFRA_BYTES = 8 + MFRO_BYTES;

/** The movie fragment random access box at the end of the file, found by its `mfro` (ISO/IEC 14496-12, 8.8.11). */
export async function closingMfra(reader: StructureReader): Promise<IsoBox | null> {
  if (reader.size < SHORTEST_MFRA_BYTES) return null;
  const { buffer, byteOffset } = await reader.read(reader.size - MFRO_BYTES, reader.size);
  const mfro = new DataView(buffer, byteOffset, MFRO_BYTES);
  if (mfro.getUint32(0) !== MFRO_BYTES || fourCharacters(mfro, 4) !== 'mfro') return null;
  const length = mfro.getUint32(12);
  if (length < SHORTEST_MFRA_BYTES || length > reader.size) return null;
  const start = reader.size - length;
  const box = parseBox(await reader.read(start, start + SHORTEST_MFRA_BYTES), start, reader.size);
  return box?.type === 'mfra' && box.end === reader.size && !box.isOpenEnded ? box : null;
}
