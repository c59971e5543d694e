import type { BitReader } from './bit-reader.ts';

/** `seq_parameter_set_data` of H.264 as far as every stream has it. */
export interface SequenceParameters {
  readonly id: number;
  /** `chroma_format_idc` */
  readonly chromaFormat: number;
  readonly separateColourPlanes: boolean;
  readonly frameNumberBits: number;
  /** Of a picture, in macroblocks. */
  readonly columns: number;
  /** Of a picture, or of a field where there are fields. */
  readonly rows: number;
  /** `frame_mbs_only_flag` */
  readonly framesOnly: boolean;
}

/** Profiles whose parameter sets have a chroma format (ITU-T H.264, 7.3.2.1.1). */
const PROFILES_WITH_CHROMA = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);
/** 4:2:0, which the other profiles have. */
const USUAL_CHROMA = { chromaFormat: 1, separateColourPlanes: false };

/**
 * Reads a sequence parameter set from the header of its NAL unit to `frame_mbs_only_flag` (ITU-T H.264, 7.3.2.1.1).
 * @throws RangeError as `BitReader`
 */
export function readSequenceParameters(reader: BitReader): SequenceParameters {
  reader.skip(8);
  const profile = reader.bits(8);
  reader.skip(16); // constraint flags, level_idc
  const id = reader.bounded(31);
  const chroma = PROFILES_WITH_CHROMA.has(profile) ? readChroma(reader) : USUAL_CHROMA;
  const frameNumberBits = reader.bounded(12) + 4;
  skipOrderCounts(reader);
  reader.exponentialGolomb(); // max_num_ref_frames
  reader.skip(1); // gaps_in_frame_num_value_allowed_flag
  const [columns, rows] = [reader.exponentialGolomb() + 1, reader.exponentialGolomb() + 1];
  return { id, ...chroma, frameNumberBits, columns, rows, framesOnly: reader.flag() };
}

function readChroma(reader: BitReader): Pick<SequenceParameters, 'chromaFormat' | 'separateColourPlanes'> {
  const chromaFormat = reader.bounded(3);
  const separateColourPlanes = chromaFormat === 3 && reader.flag();
  for (let plane = 0; plane < 2; plane++) reader.bounded(6); // bit_depth_…_minus8
  reader.skip(1); // qpprime_y_zero_transform_bypass_flag
  const lists = reader.flag() ? (chromaFormat === 3 ? 12 : 8) : 0;
  for (let list = 0; list < lists; list++) if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
  return { chromaFormat, separateColourPlanes };
}

/** ITU-T H.264, 7.3.2.1.1.1. */
function skipScalingList(reader: BitReader, size: number): void {
  let scale = 8;
  for (let i = 0; i < size && scale !== 0; i++) {
    const code = reader.exponentialGolomb();
    const delta = code % 2 === 1 ? (code + 1) / 2 : -code / 2;
    scale = (scale + delta + 256) % 256;
  }
}

/** The elements that depend on `pic_order_cnt_type`. */
function skipOrderCounts(reader: BitReader): void {
  const type = reader.bounded(2);
  if (type === 0) reader.bounded(12); // log2_max_pic_order_cnt_lsb_minus4
  if (type !== 1) return;
  reader.skip(1); // delta_pic_order_always_zero_flag
  for (let i = 0; i < 2; i++) reader.exponentialGolomb();
  for (let left = reader.bounded(255); left > 0; left--) reader.exponentialGolomb();
}
