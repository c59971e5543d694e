import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_UNSPECIFIED,
  type AVColorSpace,
  type AVPixelFormat,
  SWS_AREA,
  SWS_BILINEAR,
} from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { resizeBilinear } from '../../vision/picture/bilinear.ts';
import { check } from './decoder-failure.ts';
import { BYTES_PER_PIXEL, type PixelFormat } from './decoder-protocol.ts';

/** Interpolating between two pixels an axis uses every pixel up to this factor, where it equals the mean of an area. */
const TWO_TAPS_REACH = 2;

const FORMATS: Record<PixelFormat, AVPixelFormat> = { rgb24: AV_PIX_FMT_RGB24, gray8: AV_PIX_FMT_GRAY8 };

/** The colour matrices from which FFmpeg converts. */
const MATRICES = new Set<AVColorSpace>([
  AVCOL_SPC_RGB,
  AVCOL_SPC_BT709,
  AVCOL_SPC_FCC,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_BT2020_NCL,
]);

interface ScaledSize {
  readonly width: number;
  readonly height: number;
  readonly format: PixelFormat;
}

/**
 * Scales decoded pictures to one size. Down to half the size, colours are converted first and then interpolated
 * between two pixels an axis, like the reference pipelines of the detectors: FFmpeg's closest method, by area,
 * moves 4 to 6 of a hundred detected objects (`test/inference/detectors/network-detector.test.ts`). Below half,
 * where two pixels an axis would skip some, it scales by area.
 */
export class PictureScaler {
  readonly #size: ScaledSize;
  readonly #byArea: Converter;
  readonly #converter: Converter;

  constructor(size: ScaledSize) {
    this.#size = size;
    this.#byArea = new Converter(FORMATS[size.format], SWS_AREA);
    this.#converter = new Converter(FORMATS[size.format], SWS_BILINEAR);
  }

  /** @returns rows from the top, no padding */
  scale(picture: Frame): Uint8Array {
    const { width, height, format } = this.#size;
    const isNear =
      Math.max(picture.width / width, picture.height / height) < TWO_TAPS_REACH && format === 'rgb24';
    const isSame = picture.width === width && picture.height === height;
    if (!isNear || isSame) return this.#byArea.convert(picture, width, height).toBuffer();
    const converted = this.#converter.convert(picture, picture.width, picture.height);
    return resizeBilinear(pixelsOf(converted), picture.width, picture.height, width, height);
  }
}

/**
 * The pixels of an rgb24 frame without padding, where they lie: copying a picture takes as long as a third of resizing it. Valid until the
 * frame is written to or freed.
 */
function pixelsOf(frame: Frame): Uint8Array {
  const length = BYTES_PER_PIXEL.rgb24 * frame.width;
  const [rows] = frame.linesize[0] === length ? (frame.data ?? []) : [];
  return rows?.subarray(0, length * frame.height) ?? frame.toBuffer();
}

class Converter {
  readonly #format: AVPixelFormat;
  readonly #scaler = new SoftwareScaleContext();
  #target: Frame | null = null;

  constructor(format: AVPixelFormat, flags: number) {
    this.#format = format;
    this.#scaler.allocContext();
    this.#scaler.setOption('sws_flags', flags);
  }

  /** @returns a frame that the next conversion writes to again */
  convert(picture: Frame, width: number, height: number): Frame {
    // The scaler reads size, pixel format and colours from the picture, so these may change midway.
    describeSimply(picture);
    const target = this.#targetOf(width, height);
    check(this.#scaler.scaleFrameSync(target, picture), 'scaling');
    return target;
  }

  #targetOf(width: number, height: number): Frame {
    if (this.#target?.width === width && this.#target.height === height) return this.#target;
    this.#target?.free();
    const target = new Frame();
    target.alloc();
    target.width = width;
    target.height = height;
    target.format = this.#format;
    check(target.getBuffer(0), 'allocating the picture');
    this.#target = target;
    return target;
  }
}

/**
 * Takes from a picture's description what FFmpeg's scaler refuses, or would act on without need: fields, which it keeps
 * apart in a target of fields only, where players that do not deinterlace show their lines together; primaries and
 * transfer, of which mapping colours (HDR) costs 70 ms a frame; what no standard defines.
 */
function describeSimply(picture: Frame): void {
  picture.clearFlags(AV_FRAME_FLAG_INTERLACED);
  picture.colorPrimaries = AVCOL_PRI_UNSPECIFIED;
  picture.colorTrc = AVCOL_TRC_UNSPECIFIED;
  if (picture.colorRange > AVCOL_RANGE_JPEG) picture.colorRange = AVCOL_RANGE_UNSPECIFIED;
  if (picture.colorSpace === AVCOL_SPC_BT2020_CL) picture.colorSpace = AVCOL_SPC_BT2020_NCL;
  else if (!MATRICES.has(picture.colorSpace)) picture.colorSpace = AVCOL_SPC_UNSPECIFIED;
}
