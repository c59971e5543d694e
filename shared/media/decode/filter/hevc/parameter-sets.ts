import { BitReader } from '../../../bitstream/bit-reader.ts';
import { type ReferenceSet, readReferenceSet } from './reference-set.ts';

/** The fields of a sequence parameter set that slice headers need. */
export interface SequenceParameters {
  readonly id: number;
  readonly separateColourPlanes: boolean;
  /** Bits of `slice_pic_order_cnt_lsb`, 4–16. */
  readonly orderCountBits: number;
  readonly referenceSets: readonly ReferenceSet[];
  readonly longTermReferences: boolean;
  /** Number of `lt_ref_pic_poc_lsb_sps`. */
  readonly longTermCandidates: number;
}

/** The fields of a picture parameter set that slice headers need. */
export interface PictureParameters {
  readonly id: number;
  readonly sequenceId: number;
  readonly outputFlag: boolean;
  readonly extraSliceHeaderBits: number;
}

const NAL_HEADER_BITS = 16;
const MAX_SIDE = 2 ** 16;

/**
 * `pic_parameter_set_rbsp` up to the last field needed (H.265, 7.3.2.3.1).
 * @throws RangeError
 */
export function readPictureParameters(unit: Uint8Array): PictureParameters {
  const reader = new BitReader(unit);
  reader.skip(NAL_HEADER_BITS);
  const id = reader.bounded(63);
  const sequenceId = reader.bounded(15);
  reader.skip(1); // dependent_slice_segments_enabled_flag
  return { id, sequenceId, outputFlag: reader.flag(), extraSliceHeaderBits: reader.bits(3) };
}

/**
 * `seq_parameter_set_rbsp` from the header of its NAL unit up to the number of candidates for long-term references
 * (H.265, 7.3.2.2.1).
 * @throws RangeError
 */
export function readSequenceParameters(reader: BitReader): SequenceParameters {
  reader.skip(NAL_HEADER_BITS + 4);
  const subLayers = reader.bits(3) + 1;
  reader.skip(1); // sps_temporal_id_nesting_flag
  skipProfileTierLevel(reader, subLayers);
  const id = reader.bounded(15);
  const separateColourPlanes = reader.bounded(3) === 3 && reader.flag();
  for (let side = 0; side < 2; side++) reader.bounded(MAX_SIDE);
  if (reader.flag()) for (let side = 0; side < 4; side++) reader.bounded(MAX_SIDE); // conformance window
  for (let plane = 0; plane < 2; plane++) reader.bounded(8); // bit_depth_…_minus8
  const orderCountBits = reader.bounded(12) + 4;
  const described = reader.flag() ? subLayers : 1;
  for (let i = 0; i < 3 * described; i++) reader.exponentialGolomb(); // sub-layer ordering
  for (let i = 0; i < 6; i++) reader.exponentialGolomb(); // sizes of blocks
  if (reader.flag() && reader.flag()) skipScalingLists(reader);
  reader.skip(2); // amp_enabled_flag, sample_adaptive_offset_enabled_flag
  if (reader.flag()) skipPcm(reader);
  const referenceSets: ReferenceSet[] = [];
  for (let left = reader.bounded(64); left > 0; left--) {
    referenceSets.push(readReferenceSet(reader, referenceSets, false));
  }
  const longTermReferences = reader.flag();
  const longTermCandidates = longTermReferences ? reader.bounded(32) : 0;
  return {
    id,
    separateColourPlanes,
    orderCountBits,
    referenceSets,
    longTermReferences,
    longTermCandidates,
  };
}

/** H.265, 7.3.3. */
export function skipProfileTierLevel(reader: BitReader, subLayers: number): void {
  const profileBits = 88;
  const levelBits = 8;
  reader.skip(profileBits + levelBits);
  if (subLayers === 1) return;
  const present = Array.from({ length: 8 }, () => ({ profile: reader.flag(), level: reader.flag() }));
  for (const { profile, level } of present.slice(0, subLayers - 1)) {
    reader.skip((profile ? profileBits : 0) + (level ? levelBits : 0));
  }
}

/** H.265, 7.3.4. */
function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      const explicit = reader.flag();
      const coefficients = Math.min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0);
      for (let i = 0; i < (explicit ? coefficients : 1); i++) reader.exponentialGolomb();
    }
  }
}

function skipPcm(reader: BitReader): void {
  reader.skip(8); // bit depths
  for (let i = 0; i < 2; i++) reader.exponentialGolomb(); // sizes of blocks
  reader.skip(1); // pcm_loop_filter_disabled_flag
}
