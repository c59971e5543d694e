import type { VideoCodec } from 'mediabunny';
import { BitReader, unlessUnreadable } from '../bitstream/bit-reader.ts';
import { readSequenceParameters } from '../bitstream/h264-sequence-parameters.ts';
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
  return unlessUnreadable(() => {
    if (codec === 'avc') return h264Picture(configuration, announced);
    return codec === 'hevc' ? h265Picture(configuration) : null;
  });
}

/** Sides of the picture, in luma samples, of a chroma sample of each `chroma_format_idc` (H.264, 6.2; H.265, 6.2). */
const CHROMA_WIDTH = [1, 2, 2, 1];
const CHROMA_HEIGHT = [1, 2, 1, 1];

/** `nal_unit_type` (H.264, table 7-1). */
const SEQUENCE_PARAMETERS = 7;

function h264Picture(configuration: Uint8Array, announced: Size): CodedPicture | null {
  const length = (configuration[6] ?? 0) * 256 + (configuration[7] ?? 0);
  const unit = configuration.subarray(8, 8 + length);
  if (((unit[0] ?? 0) & 0x1f) !== SEQUENCE_PARAMETERS) return null;
  const reader = new BitReader(unit);
  const { chromaFormat, separateColourPlanes, columns, rows, framesOnly } = readSequenceParameters(reader);
  const fields = framesOnly ? 1 : 2;
  if (!framesOnly) reader.skip(1); // mb_adaptive_frame_field_flag
  reader.skip(1); // direct_8x8_inference_flag
  const crop = reader.flag() ? cropping(reader) : null;
  const format = separateColourPlanes ? 0 : chromaFormat;
  const full = { width: 16 * columns, height: 16 * rows * fields };
  const pixelAspect = reader.flag() && reader.flag() ? sampleAspect(reader) : null;
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
