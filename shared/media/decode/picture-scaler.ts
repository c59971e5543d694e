import {
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  type AVPixelFormat,
  SWS_AREA,
  SWS_BILINEAR,
} from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { resizeBilinear } from '../../vision/picture/bilinear.ts';
import { check, wentWell } from './decoder-failure.ts';
import { BYTES_PER_PIXEL, type PixelFormat } from './decoder-protocol.ts';

/** Interpolating between two pixels an axis uses every pixel up to this factor, where it equals the mean of an area. */
const TWO_TAPS_REACH = 2;

const FORMATS: Record<PixelFormat, AVPixelFormat> = { rgb24: AV_PIX_FMT_RGB24, gray8: AV_PIX_FMT_GRAY8 };

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

  /** @returns rows from the top, no padding; null if the picture is damaged */
  scale(picture: Frame): Uint8Array | null {
    const { width, height, format } = this.#size;
    const isNear =
      Math.max(picture.width / width, picture.height / height) < TWO_TAPS_REACH && format === 'rgb24';
    const isSame = picture.width === width && picture.height === height;
    if (!isNear || isSame) return this.#byArea.convert(picture, width, height)?.toBuffer() ?? null;
    const converted = this.#converter.convert(picture, picture.width, picture.height);
    return converted && resizeBilinear(pixelsOf(converted), picture.width, picture.height, width, height);
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

  /** @returns a frame that the next conversion writes to again; null if the picture is damaged */
  convert(picture: Frame, width: number, height: number): Frame | null {
    const target = this.#targetOf(width, height);
    // The scaler reads size, pixel format and colour space from the picture, so these may change midway. Giving the
    // result the same primaries and transfer keeps it from mapping colours (HDR), which costs 70 ms a frame.
    target.colorPrimaries = picture.colorPrimaries;
    target.colorTrc = picture.colorTrc;
    return wentWell(this.#scaler.scaleFrameSync(target, picture), 'scaling') ? target : null;
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
