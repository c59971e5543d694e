import { bytesSource } from '../../kernel/bytes/byte-source.ts';
import { boxContent, boxesWithin, childBoxes, fileBox } from './iso-boxes.ts';
import { requireRoom, requireSamples, type SampleBounds } from './sample-bounds.ts';
import { StructureReader } from './structure-reader.ts';

const HEADER_BYTES = 8;
/** Flags of `trun` (ISO/IEC 14496-12, 8.8.8) that add a word to its header, and to each of its entries. */
const HEADER_FLAGS = [0x1, 0x4];
const ENTRY_FLAGS = [0x100, 0x200, 0x400, 0x800];

/**
 * Refuses a fragment whose runs (`trun`) announce more samples than they hold, than the file can hold, or than
 * allowed: the entries of a run may be empty, with defaults for all values.
 *
 * @param moof the whole box
 * @throws MediaError `too-many-frames`, `malformed`, `too-many-elements`
 */
export async function requireBoundedFragment(moof: Uint8Array, bounds: SampleBounds): Promise<void> {
  const reader = new StructureReader(bytesSource(moof));
  for await (const fragment of childBoxes(reader, fileBox(reader))) {
    for await (const track of childBoxes(reader, fragment)) {
      if (track.type !== 'traf') continue;
      let samples = 0;
      // Parsers read the last box even if it does not fit.
      for await (const run of boxesWithin(reader, track)) {
        if (run.type !== 'trun') continue;
        const header = await boxContent(reader, run, HEADER_BYTES);
        if (header.byteLength < HEADER_BYTES) continue;
        const wordsOf = (flags: readonly number[]) =>
          4 * flags.filter((flag) => (header.getUint32(0) & flag) !== 0).length;
        const room = Math.min(run.end, track.end) - run.contentStart - HEADER_BYTES - wordsOf(HEADER_FLAGS);
        requireRoom('trun', header.getUint32(4), wordsOf(ENTRY_FLAGS), room);
        samples += header.getUint32(4);
        requireSamples(samples, bounds);
      }
    }
  }
}
