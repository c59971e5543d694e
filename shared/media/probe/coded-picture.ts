import type { VideoCodec } from 'mediabunny';
import { BitReader } from '../bitstream/bit-reader.ts';
import { NAL, nalHeader } from '../decode/filter/hevc/nal-header.ts';
import { skipProfileTierLevel } from '../decode/filter/hevc/parameter-sets.ts';
import { configuredUnits } from '../decode/filter/hevc/picture-headers.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a decoder puts out. */
interface CodedPicture extends Size {
  /** The width of a pixel over its height; null where the stream does not say. */
  readonly pixelAspect: number | null;
}

/**
 * The pictures of an H.264 or H.265 stream by its first sequence parameter set: a decoder cuts them as that says,
 * whatever size the container gives. Null where it cannot be read.
 *
 * @param configuration `avcC` or `hvcC` (ISO/IEC 14496-15)
 * @param announced size in the container
 */
export function codedPicture(
  codec: VideoCodec | null,
  configuration: Uint8Array,
  announced: Size,
): CodedPicture | null {
  try {
    if (codec === 'avc') return h264Picture(configuration, announced);
    return codec === 'hevc' ? h265Picture(configuration) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Sides of the picture, in luma samples, of a chroma sample of each `chroma_format_idc` (H.264, 6.2; H.265, 6.2). */
const CHROMA_WIDTH = [1, 2, 2, 1];
const CHROMA_HEIGHT = [1, 2, 1, 1];

/** Profiles with `chroma_format_idc`, `seq_parameter_set_data` (H.264, 7.3.2.1.1). */
const HIGH_PROFILES = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244];

/** `nal_unit_type` (H.264, table 7-1). */
const SEQUENCE_PARAMETERS = 7;

function h264Picture(configuration: Uint8Array, announced: Size): CodedPicture | null {
  const length = (configuration[6] ?? 0) * 256 + (configuration[7] ?? 0);
  const unit = configuration.subarray(8, 8 + length);
  if (((unit[0] ?? 0) & 0x1f) !== SEQUENCE_PARAMETERS) return null;
  const reader = new BitReader(unit);
  reader.skip(8);
  const profile = reader.bits(8);
  reader.skip(16); // constraint flags, level_idc
  reader.bounded(31);
  let chroma = 1;
  let separatePlanes = false;
  if (HIGH_PROFILES.includes(profile)) {
    chroma = reader.bounded(3);
    separatePlanes = chroma === 3 && reader.flag();
    for (let plane = 0; plane < 2; plane++) reader.bounded(6); // bit_depth_…_minus8
    reader.skip(1); // qpprime_y_zero_transform_bypass_flag
    if (reader.flag()) skipScalingLists(reader, chroma === 3 ? 12 : 8);
  }
  reader.bounded(12); // log2_max_frame_num_minus4
  skipOrderCounts(reader);
  reader.exponentialGolomb(); // max_num_ref_frames
  reader.skip(1); // gaps_in_frame_num_value_allowed_flag
  const columns = reader.exponentialGolomb() + 1;
  const rows = reader.exponentialGolomb() + 1;
  const fieldsOnly = reader.flag() ? 1 : 2;
  if (fieldsOnly === 2) reader.skip(1); // mb_adaptive_frame_field_flag
  reader.skip(1); // direct_8x8_inference_flag
  const crop = reader.flag() ? cropping(reader) : null;
  const format = separatePlanes ? 0 : chroma;
  const full = { width: 16 * columns, height: 16 * rows * fieldsOnly };
  const pixelAspect = reader.flag() && reader.flag() ? sampleAspect(reader) : null;
  if (crop === null) return { ...cutByContainer(full, announced), pixelAspect };
  const [unitX, unitY] = [CHROMA_WIDTH[format] ?? 1, (CHROMA_HEIGHT[format] ?? 1) * fieldsOnly];
  return { width: full.width - unitX * crop.x, height: full.height - unitY * crop.y, pixelAspect };
}

/** Decoders take a smaller size of the container where that only cuts off what fills the last macroblocks. */
function cutByContainer(full: Size, announced: Size): Size {
  const fills = (side: number, most: number): boolean => side <= most && Math.ceil(side / 16) * 16 === most;
  return fills(announced.width, full.width) && fills(announced.height, full.height) ? announced : full;
}

/** The offsets of the cropping rectangle, both of a side together. */
function cropping(reader: BitReader): { x: number; y: number } {
  const x = reader.exponentialGolomb() + reader.exponentialGolomb();
  return { x, y: reader.exponentialGolomb() + reader.exponentialGolomb() };
}

/** H.264, 7.3.2.1.1.1. */
function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!reader.flag()) continue;
    let [last, next] = [8, 8];
    for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
      if (next !== 0) next = (last + signed(reader.exponentialGolomb()) + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

const signed = (code: number): number => (code % 2 === 1 ? (code + 1) / 2 : -code / 2);

/** The fields that depend on `pic_order_cnt_type`. */
function skipOrderCounts(reader: BitReader): void {
  const type = reader.bounded(2);
  if (type === 0) reader.bounded(12);
  if (type !== 1) return;
  reader.skip(1); // delta_pic_order_always_zero_flag
  for (let i = 0; i < 2; i++) reader.exponentialGolomb();
  for (let left = reader.bounded(255); left > 0; left--) reader.exponentialGolomb();
}

/** `aspect_ratio_idc` (H.264, table E-1), from 1 on. */
const SAMPLE_ASPECTS = [
  1,
  12 / 11,
  10 / 11,
  16 / 11,
  40 / 33,
  24 / 11,
  20 / 11,
  32 / 11,
  80 / 33,
  18 / 11,
  15 / 11,
  64 / 33,
  160 / 99,
  4 / 3,
  3 / 2,
  2,
];
const EXTENDED_ASPECT = 255;

function sampleAspect(reader: BitReader): number | null {
  const kind = reader.bits(8);
  if (kind !== EXTENDED_ASPECT) return SAMPLE_ASPECTS[kind - 1] ?? null;
  const aspect = reader.bits(16) / reader.bits(16);
  return aspect > 0 && Number.isFinite(aspect) ? aspect : null;
}

function h265Picture(configuration: Uint8Array): CodedPicture | null {
  for (const unit of configuredUnits(configuration)) {
    if (nalHeader(unit).type !== NAL.sps || nalHeader(unit).layer > 0) continue;
    const reader = new BitReader(unit);
    reader.skip(16 + 4);
    const subLayers = reader.bits(3) + 1;
    reader.skip(1); // sps_temporal_id_nesting_flag
    skipProfileTierLevel(reader, subLayers);
    reader.bounded(15);
    const chroma = reader.bounded(3);
    const format = chroma === 3 && reader.flag() ? 0 : chroma;
    const [width, height] = [reader.exponentialGolomb(), reader.exponentialGolomb()];
    const crop = reader.flag() ? cropping(reader) : { x: 0, y: 0 };
    return {
      width: width - (CHROMA_WIDTH[format] ?? 1) * crop.x,
      height: height - (CHROMA_HEIGHT[format] ?? 1) * crop.y,
      pixelAspect: null,
    };
  }
  return null;
}
