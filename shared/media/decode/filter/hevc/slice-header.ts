import { BitReader } from '../../../bitstream/bit-reader.ts';
import type { PictureParameters, SequenceParameters } from './parameter-sets.ts';
import { type ReferenceSet, readReferenceSet } from './reference-set.ts';

/** The fields of a picture's first slice header that place it among the others. */
export interface SliceHeader {
  /** `slice_pic_order_cnt_lsb` and its number of bits. */
  readonly orderCount: number;
  readonly orderCountBits: number;
  readonly references: ReferenceSet;
}

/** More bytes than the needed part of any slice header. */
const MAX_LENGTH = 512;

/**
 * `slice_segment_header` up to the reference picture set (H.265, 7.3.6.1).
 *
 * @param unit NAL unit of the first slice of a picture
 * @param isIrap whether its type is 16–23
 * @param isIdr whether its type is IDR
 * @returns null when the picture keeps long-term references
 * @throws RangeError when it makes no sense, or its parameter sets are unknown
 */
export function readSliceHeader(
  unit: Uint8Array,
  { isIrap, isIdr }: { readonly isIrap: boolean; readonly isIdr: boolean },
  pictures: ReadonlyMap<number, PictureParameters>,
  sequences: ReadonlyMap<number, SequenceParameters>,
): SliceHeader | null {
  const reader = new BitReader(unit.subarray(0, MAX_LENGTH));
  reader.skip(16);
  if (!reader.flag()) throw new RangeError('not the first slice of a picture');
  if (isIrap) reader.skip(1); // no_output_of_prior_pics_flag
  const picture = pictures.get(reader.bounded(63));
  const sequence = sequences.get(picture?.sequenceId ?? -1);
  if (picture === undefined || sequence === undefined) throw new RangeError('unknown parameter set');
  const { orderCountBits, referenceSets } = sequence;
  if (isIdr) return { orderCount: 0, orderCountBits, references: [] };

  reader.skip(picture.extraSliceHeaderBits);
  reader.bounded(2); // slice_type
  reader.skip((picture.outputFlag ? 1 : 0) + (sequence.separateColourPlanes ? 2 : 0));
  const orderCount = reader.bits(orderCountBits);
  const references = reader.flag()
    ? referenceSets[reader.bits(bitsFor(referenceSets.length))]
    : readReferenceSet(reader, referenceSets, true);
  if (references === undefined) throw new RangeError('unknown reference set');
  if (sequence.longTermReferences) {
    const known = sequence.longTermCandidates > 0 ? reader.exponentialGolomb() : 0;
    if (known + reader.exponentialGolomb() > 0) return null;
  }
  return { orderCount, orderCountBits, references };
}

/** Ceil(Log2(count)), the length of an index into `count` entries. */
const bitsFor = (count: number): number => (count > 1 ? 32 - Math.clz32(count - 1) : 0);
