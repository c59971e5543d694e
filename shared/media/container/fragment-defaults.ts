import type { IsoBox } from '../headers/box-header.ts';
import { boxContent, findBoxes } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** What holds for the samples of a track in fragments that do not say it (`trex`, ISO/IEC 14496-12, 8.8.3). */
interface FragmentDefaults {
  /** Which sample entry, from 1. */
  readonly description: number;
  /** Of a sample, in ticks of the track. */
  readonly duration: number;
}

export async function fragmentDefaults(
  reader: StructureReader,
  movie: IsoBox,
  trackId: number,
): Promise<FragmentDefaults> {
  for await (const box of findBoxes(reader, movie, 'mvex', 'trex')) {
    const content = await boxContent(reader, box, 16);
    if (content.byteLength === 16 && content.getUint32(4) === trackId) {
      return { description: content.getUint32(8), duration: content.getUint32(12) };
    }
  }
  return { description: 1, duration: 0 };
}
