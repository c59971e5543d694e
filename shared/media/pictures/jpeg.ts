import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_YUV444P,
  AVCOL_RANGE_JPEG,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import { frameToRgb, rgbToFrame } from './pixel-format.ts';
import type { RgbImage } from './rgb-image.ts';

/** FF_QP2LAMBDA: FFmpeg's unit of global quality. */
const QUALITY_UNIT = 118;

/**
 * Baseline JPEG (ITU-T T.81) without chroma subsampling, so that thin coloured lines stay crisp. Equal pictures give
 * equal bytes. `quantizer` is FFmpeg's `-q:v`: 1 (best) to 31.
 */
export async function encodeJpeg(image: RgbImage, quantizer = 3): Promise<Uint8Array> {
  using encoder = new CodecContext();
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  encoder.allocContext3(codec);
  encoder.width = image.width;
  encoder.height = image.height;
  encoder.pixelFormat = AV_PIX_FMT_YUV444P;
  encoder.colorRange = AVCOL_RANGE_JPEG;
  encoder.timeBase = new Rational(1, 1);
  encoder.threadCount = 1;
  encoder.setFlags(AV_CODEC_FLAG_QSCALE, AV_CODEC_FLAG_BITEXACT);
  encoder.globalQuality = quantizer * QUALITY_UNIT;
  FFmpegError.throwIfError(await encoder.open2(codec), 'open JPEG encoder');
  using frame = rgbToFrame(image, AV_PIX_FMT_YUV444P, AVCOL_RANGE_JPEG);
  frame.quality = encoder.globalQuality;
  frame.pts = 0n;
  using packet = new Packet();
  packet.alloc();
  FFmpegError.throwIfError(await encoder.sendFrame(frame), 'encode JPEG');
  FFmpegError.throwIfError(await encoder.sendFrame(null), 'encode JPEG');
  FFmpegError.throwIfError(await encoder.receivePacket(packet), 'encode JPEG');
  return Uint8Array.from(packet.data ?? []);
}

/** @throws FFmpegError if the bytes are not a decodable JPEG */
export async function decodeJpeg(bytes: Uint8Array): Promise<RgbImage> {
  using frame = await decodedJpeg(bytes);
  return frameToRgb(frame);
}

/**
 * The picture as its decoder gives it, in YUV. The caller disposes of the frame.
 * @throws FFmpegError as {@link decodeJpeg}
 */
export async function decodedJpeg(bytes: Uint8Array): Promise<Frame> {
  using decoder = new CodecContext();
  const codec = Codec.findDecoder(AV_CODEC_ID_MJPEG);
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  FFmpegError.throwIfError(await decoder.open2(codec), 'open JPEG decoder');
  using packet = new Packet();
  packet.alloc();
  packet.data = Buffer.from(bytes);
  const frame = new Frame();
  frame.alloc();
  FFmpegError.throwIfError(await decoder.sendPacket(packet), 'decode JPEG');
  FFmpegError.throwIfError(await decoder.sendPacket(null), 'decode JPEG');
  FFmpegError.throwIfError(await decoder.receiveFrame(frame), 'decode JPEG');
  return frame;
}
