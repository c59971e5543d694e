import type { VideoCodec } from 'mediabunny';
import { BitReader, unlessUnreadable } from '../bitstream/bit-reader.ts';
import { readSequenceParameters as readH264Parameters } from '../bitstream/h264-sequence-parameters.ts';
import { NAL, nalHeader } from '../decode/filter/hevc/nal-header.ts';
import { readSequenceParameters, skipProfileTierLevel } from '../decode/filter/hevc/parameter-sets.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a decoder puts out. */
export interface CodedPicture extends Size {
  /** The width of a pixel over its height; null where the stream does not say. */
  readonly pixelAspect: number | null;
}

/**
 * The pictures of an H.264 or H.265 stream by its first sequence parameter set: a decoder cuts them as that says,
 * whatever size the container gives. Null where there is none that can be read, and for other codecs: VP9's display size
 * counts for no decoder, and a container has to repeat AV1's render size (`pasp`: AV1 in ISOBMFF, 2.2.1; DisplayWidth).
 * Where it does not, browsers take no notice of that, other than FFmpeg.
 *
 * @param units NAL units, of the stream's configuration or of its first packet
 * @param announced size in the container
 */
export function codedPicture(
  codec: VideoCodec | null,
  units: Iterable<Uint8Array>,
  announced: Size,
): CodedPicture | null {
  for (const unit of units) {
    if (codec === 'avc' && ((unit[0] ?? 0) & 0x1f) === SEQUENCE_PARAMETERS) {
      return unlessUnreadable(() => h264Picture(unit, announced));
    }
    if (codec === 'hevc' && nalHeader(unit).type === NAL.sps && nalHeader(unit).layer === 0) {
      return unlessUnreadable(() => h265Picture(unit));
    }
  }
  return null;
}

/** `nal_unit_type` (H.264, table 7-1). */
const SEQUENCE_PARAMETERS = 7;

/** Sides of the picture, in luma samples, of a chroma sample of each `chroma_format_idc` (H.264, 6.2; H.265, 6.2). */
const CHROMA_WIDTH = [1, 2, 2, 1];
const CHROMA_HEIGHT = [1, 2, 1, 1];

function h264Picture(unit: Uint8Array, announced: Size): CodedPicture {
  const reader = new BitReader(unit);
  const { chromaFormat, separateColourPlanes, columns, rows, framesOnly } = readH264Parameters(reader);
  const fields = framesOnly ? 1 : 2;
  if (!framesOnly) reader.skip(1); // mb_adaptive_frame_field_flag
  reader.skip(1); // direct_8x8_inference_flag
  const crop = reader.flag() ? cropping(reader) : null;
  const format = separateColourPlanes ? 0 : chromaFormat;
  const full = { width: 16 * columns, height: 16 * rows * fields };
  const pixelAspect = sampleAspect(reader);
  if (crop === null) return { ...cutByContainer(full, announced), pixelAspect };
  const [unitX, unitY] = [CHROMA_WIDTH[format] ?? 1, (CHROMA_HEIGHT[format] ?? 1) * fields];
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

/** `aspect_ratio_idc` (H.264, table E-1; the same in H.265), from 1 on. */
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

/**
 * What the video usability information (H.264 and H.265, annex E) says first, from the flag on that says whether there is
 * any; null where a damaged or cut set ends before: the size of its pictures holds all the same.
 */
function sampleAspect(reader: BitReader): number | null {
  return unlessUnreadable(() => {
    if (!reader.flag() || !reader.flag()) return null;
    const kind = reader.bits(8);
    if (kind !== EXTENDED_ASPECT) return SAMPLE_ASPECTS[kind - 1] ?? null;
    const aspect = reader.bits(16) / reader.bits(16);
    return aspect > 0 && Number.isFinite(aspect) ? aspect : null;
  });
}

function h265Picture(unit: Uint8Array): CodedPicture {
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
    pixelAspect: unlessUnreadable(() => h265SampleAspect(unit)),
  };
}

function h265SampleAspect(unit: Uint8Array): number | null {
  const reader = new BitReader(unit);
  const { longTermCandidates, orderCountBits } = readSequenceParameters(reader);
  reader.skip(longTermCandidates * (orderCountBits + 1));
  reader.skip(2); // sps_temporal_mvp_enabled_flag, strong_intra_smoothing_enabled_flag
  return sampleAspect(reader);
}
