import {
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
  AV_PIX_FMT_YUVJ444P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_SMPTE170M,
  type AVColorRange,
  type AVPixelFormat,
  FFmpegError,
  Frame,
  SoftwareScaleContext,
} from 'node-av';
import type { RgbImage } from './rgb-image.ts';

/** Rounded arithmetic and unaveraged chroma: the same result on every processor, and no colour shift. */
const CONVERSION = 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact';

/** Of a pixel. */
const RGB_BYTES = 3;

/** The formats whose name implies full range, mapped to those that state it in the range field. */
const FULL_RANGE = new Map<AVPixelFormat, AVPixelFormat>([
  [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P],
  [AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P],
  [AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P],
]);

/** The picture in a YUV format (BT.601 matrix). The caller disposes of the frame. */
export function rgbToFrame(image: RgbImage, format: AVPixelFormat, range: AVColorRange): Frame {
  using rgb = rgbFrame(image);
  const frame = emptyFrame(image.width, image.height, format);
  frame.colorRange = range;
  frame.colorSpace = AVCOL_SPC_SMPTE170M;
  convert(frame, rgb);
  return frame;
}

/**
 * The picture as a frame with pixels of its own. `Frame.fromVideoBuffer` points into the buffer that it is given without holding on to it,
 * so that the frame shows whatever lies there once the buffer is collected. The caller disposes of the frame.
 */
export function rgbFrame({ width, height, data }: RgbImage): Frame {
  const frame = emptyFrame(width, height, AV_PIX_FMT_RGB24);
  const [pixels] = frame.data ?? [];
  const [padded = 0] = frame.linesize;
  const row = RGB_BYTES * width;
  for (let y = 0; y < height; y++) pixels?.set(data.subarray(y * row, (y + 1) * row), y * padded);
  return frame;
}

/** The pixels of a decoded frame, by its own range and matrix. */
export function frameToRgb(frame: Frame): RgbImage {
  const plain = FULL_RANGE.get(frame.format as AVPixelFormat);
  if (plain !== undefined) {
    frame.format = plain;
    frame.colorRange = AVCOL_RANGE_JPEG;
  }
  using rgb = emptyFrame(frame.width, frame.height, AV_PIX_FMT_RGB24);
  rgb.colorRange = AVCOL_RANGE_UNSPECIFIED;
  convert(rgb, frame);
  return { width: rgb.width, height: rgb.height, data: rgb.toBuffer() };
}

function emptyFrame(width: number, height: number, format: AVPixelFormat): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = format;
  FFmpegError.throwIfError(frame.getBuffer(), 'allocate frame');
  return frame;
}

function convert(target: Frame, source: Frame): void {
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  FFmpegError.throwIfError(scaler.setOption('sws_flags', CONVERSION), 'configure conversion');
  FFmpegError.throwIfError(scaler.scaleFrameSync(target, source), 'convert pixels');
}
