/**
 * The decoder process: packets in on stdin, pictures out on stdout (decoder-protocol.ts). Where the platform has it, it can
 * reach nothing else when its first line runs (confinement/). It ends when stdin does, so it cannot outlive its owner.
 * Input and output are blocking on purpose: a slow reader stalls decoding and thereby the writer, with no queue in between.
 */
import { readSync, writeSync } from 'node:fs';
import {
  AV_LOG_ERROR,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AVMEDIA_TYPE_VIDEO,
  type FFDecoderCodec,
  SWS_AREA,
} from 'node-av/constants';
import { Codec, CodecContext, CodecParameters, Frame, Log, Packet, SoftwareScaleContext } from 'node-av/lib';
import {
  bytesPerPixel,
  type DecoderFailure,
  type DecoderSetup,
  failed,
  finished,
  framedJson,
  packetHeaderLength,
} from './decoder-protocol.ts';
import { orientPicture } from './picture-orientation.ts';

const stdin = 0;
const stdout = 1;

/** Results of the libav* calls, FFmpeg's libavutil/error.h. */
const averrorAgain = -11;
const averrorNoMemory = -12;
const averrorEof = -0x20464f45;

class Failure extends Error {
  readonly reason: DecoderFailure['reason'];

  constructor(reason: DecoderFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The next `length` bytes of stdin, or null at its end. */
function readExactly(length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(stdin, bytes, filled, length - filled, null);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
}

function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(stdout, bytes, written);
}

/** Says which frame comes next, or that none does. */
function writeMark(frame: number): void {
  const mark = Buffer.allocUnsafe(4);
  mark.writeInt32LE(frame);
  writeAll(mark);
}

function check(result: number, step: string): void {
  if (result >= 0) return;
  const reason = result === averrorNoMemory ? 'out-of-memory' : 'corrupt-data';
  throw new Failure(reason, `${step} failed (${result})`);
}

/** Whether a step with one picture went well. A damaged picture is passed over: those behind it may be sound. */
function wentWell(result: number, step: string): boolean {
  if (result === averrorNoMemory) check(result, step);
  return result >= 0;
}

function openDecoder(setup: DecoderSetup): CodecContext {
  const codec = Codec.findDecoderByName(setup.decoder as FFDecoderCodec);
  if (!codec) throw new Failure('unsupported-codec', `this build has no decoder ${setup.decoder}`);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(decoder.parametersToContext(codecParameters(setup, codec)), 'configuring the decoder');
  decoder.threadCount = setup.threads;
  decoder.setOption('max_pixels', BigInt(setup.maxPixels));
  check(decoder.open2Sync(codec), 'opening the decoder');
  return decoder;
}

function codecParameters(setup: DecoderSetup, codec: Codec): CodecParameters {
  const parameters = new CodecParameters();
  parameters.alloc();
  parameters.codecType = AVMEDIA_TYPE_VIDEO;
  parameters.codecId = codec.id;
  parameters.width = setup.codedWidth;
  parameters.height = setup.codedHeight;
  const extraData = Buffer.from(setup.extraData, 'base64');
  if (extraData.length > 0) parameters.extradata = extraData;
  if (setup.decoder === 'h264') parameters.videoDelay = deepestReordering(setup);
  return parameters;
}

/** Macroblocks that the highest level of H.264 has room for, and the most pictures of any (ITU-T H.264, table A-1, A.3.1). */
const H264_BUFFER = { macroblocks: 696_320, pictures: 16 };

/**
 * By how many pictures H.264 may put off one that is shown early. Where a stream does not say how deep it reorders, or
 * says it wrongly, FFmpeg guesses 0, learns from the first picture that comes too late, and drops that one.
 */
function deepestReordering({ codedWidth, codedHeight }: DecoderSetup): number {
  const macroblocks = Math.max(1, Math.ceil(codedWidth / 16) * Math.ceil(codedHeight / 16));
  return Math.min(H264_BUFFER.pictures, Math.floor(H264_BUFFER.macroblocks / macroblocks));
}

/** Scales decoded pictures to the delivered size, turns them and writes them out. */
class PictureWriter {
  readonly #setup: DecoderSetup;
  readonly #scaler = new SoftwareScaleContext();
  readonly #scaled = new Frame();
  readonly #oriented: Uint8Array | null;

  constructor(setup: DecoderSetup) {
    this.#setup = setup;
    const { width, height, rotation, flip, format } = setup;
    const quarter = rotation === 90 || rotation === 270;
    this.#scaler.allocContext();
    // Of FFmpeg's ways to scale down, the one whose detections come closest to the models' reference pipelines.
    this.#scaler.setOption('sws_flags', SWS_AREA);
    this.#scaled.alloc();
    this.#scaled.width = quarter ? height : width;
    this.#scaled.height = quarter ? width : height;
    this.#scaled.format = format === 'rgb24' ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_GRAY8;
    check(this.#scaled.getBuffer(0), 'allocating the picture');
    const size = width * height * bytesPerPixel[format];
    this.#oriented = rotation === 0 && !flip ? null : new Uint8Array(size);
  }

  write(picture: Frame): void {
    // The scaler reads size, pixel format and colour space from the picture, so these may change midway. Naming
    // the same primaries and transfer for the result keeps it from mapping colours (HDR), which costs 70 ms a frame.
    this.#scaled.colorPrimaries = picture.colorPrimaries;
    this.#scaled.colorTrc = picture.colorTrc;
    if (!wentWell(this.#scaler.scaleFrameSync(this.#scaled, picture), 'scaling')) return;
    writeMark(Number(picture.pts));
    writeAll(this.#orient(this.#scaled.toBuffer()));
  }

  #orient(pixels: Uint8Array): Uint8Array {
    if (!this.#oriented) return pixels;
    const { width, height } = this.#scaled;
    const channels = bytesPerPixel[this.#setup.format];
    orientPicture(pixels, this.#oriented, { width, height, channels }, this.#setup);
    return this.#oriented;
  }
}

/** Takes every picture that is ready. */
function receiveAll(decoder: CodecContext, picture: Frame, writer: PictureWriter): void {
  for (;;) {
    const result = decoder.receiveFrameSync(picture);
    if (result === averrorAgain || result === averrorEof) return;
    if (wentWell(result, 'decoding') && picture.pts >= 0n) writer.write(picture);
    picture.unref();
  }
}

function decodeStdin(setup: DecoderSetup): void {
  const decoder = openDecoder(setup);
  const writer = new PictureWriter(setup);
  const picture = new Frame();
  picture.alloc();
  const packet = new Packet();
  packet.alloc();
  for (let header = readExactly(packetHeaderLength); header; header = readExactly(packetHeaderLength)) {
    const length = header.readUInt32LE(0);
    if (length === 0) {
      wentWell(decoder.sendPacketSync(null), 'draining');
      receiveAll(decoder, picture, writer);
      decoder.flushBuffers();
      continue;
    }
    packet.data = readExactly(length);
    packet.pts = BigInt(header.readInt32LE(4));
    wentWell(decoder.sendPacketSync(packet), 'decoding');
    packet.unref();
    receiveAll(decoder, picture, writer);
  }
}

/** FFmpeg's messages go to stderr, of which the owner keeps the last lines. */
Log.setLevel(AV_LOG_ERROR);
try {
  const length = readExactly(4)?.readUInt32LE();
  const setup = length ? readExactly(length) : null;
  if (setup) decodeStdin(JSON.parse(setup.toString()));
  writeMark(finished);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  const { reason, message } = error;
  writeMark(failed);
  writeAll(framedJson({ reason, message }));
  process.exitCode = 1;
}
