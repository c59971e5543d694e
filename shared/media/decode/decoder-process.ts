/**
 * The decoder process: packets in on stdin, pictures out on stdout (decoder-protocol.ts). Where the platform
 * allows, it is confined to these pipes before its first line runs (confinement/). It ends when stdin does, so it
 * cannot outlive its owner. Input and output block on purpose: a slow reader stalls decoding and thereby the
 * writer, without a queue in between.
 */
import { readSync, writeSync } from 'node:fs';
import {
  AV_LOG_ERROR,
  AV_PKT_DATA_NEW_EXTRADATA,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
  type FFDecoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, CodecParameters, Frame, Log, Packet } from 'node-av/lib';
import { check, Failure, wentWell } from './decoder-failure.ts';
import {
  BYTES_PER_PIXEL,
  type DecoderSetup,
  FAILED,
  FINISHED,
  framedJson,
  PACKET_HEADER_BYTES,
} from './decoder-protocol.ts';
import { orientPicture } from './orient-picture.ts';
import { PictureScaler } from './picture-scaler.ts';
import { SoundPictures } from './sound-pictures.ts';

const STDIN = 0;
const STDOUT = 1;

/** The next `length` bytes of stdin, or null at its end. */
function readExactly(length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(STDIN, bytes, filled, length - filled, null);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
}

function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(STDOUT, bytes, written);
}

/** Announces the next frame, or the end. */
function writeMark(frame: number): void {
  const mark = Buffer.allocUnsafe(4);
  mark.writeInt32LE(frame);
  writeAll(mark);
}

function openDecoder(setup: DecoderSetup, configuration: number): CodecContext {
  const name = setup.configurations[configuration]?.decoder ?? null;
  const codec = name && Codec.findDecoderByName(name as FFDecoderCodec);
  if (!codec) throw new Failure('unsupported-codec', `this build has no decoder ${name}`);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  const parameters = codecParameters(setup, codec, recordOf(setup, configuration));
  if (name === 'h264') parameters.videoDelay = deepestReordering(setup);
  check(decoder.parametersToContext(parameters), 'configuring the decoder');
  decoder.threadCount = setup.threads;
  decoder.setOption('max_pixels', BigInt(setup.maxPixels));
  if (!wentWell(decoder.open2Sync(codec), 'opening the decoder')) {
    throw new Failure('corrupt-data', 'its configuration is damaged');
  }
  return decoder;
}

function codecParameters(setup: DecoderSetup, codec: Codec, record: Buffer): CodecParameters {
  const parameters = new CodecParameters();
  parameters.alloc();
  parameters.codecType = AVMEDIA_TYPE_VIDEO;
  parameters.codecId = codec.id;
  parameters.width = setup.codedWidth;
  parameters.height = setup.codedHeight;
  if (record.length > 0) parameters.extradata = record;
  return parameters;
}

const recordOf = ({ configurations }: DecoderSetup, index: number): Buffer =>
  Buffer.from(configurations[index]?.record ?? '', 'base64');

/**
 * Macroblocks that the highest level of H.264 can buffer, and the most pictures at any level (ITU-T H.264, table
 * A-1, A.3.1).
 */
const H264_BUFFER = { macroblocks: 696_320, pictures: 16 };

/**
 * The number of pictures by which H.264 may reorder. If a stream does not state its reordering depth, or states it
 * wrongly, FFmpeg assumes 0, learns from the first picture that comes too late, and drops it.
 */
function deepestReordering({ codedWidth, codedHeight }: DecoderSetup): number {
  const macroblocks = Math.max(1, Math.ceil(codedWidth / 16) * Math.ceil(codedHeight / 16));
  return Math.min(H264_BUFFER.pictures, Math.floor(H264_BUFFER.macroblocks / macroblocks));
}

/** Scales decoded pictures to the delivered size, turns them and writes them out. */
class PictureWriter {
  readonly #setup: DecoderSetup;
  /** Size before the picture is turned. */
  readonly #coded: { width: number; height: number };
  readonly #scaler: PictureScaler;
  readonly #oriented: Uint8Array | null;

  constructor(setup: DecoderSetup) {
    this.#setup = setup;
    const { width, height, rotation, flip, format } = setup;
    const quarter = rotation === 90 || rotation === 270;
    this.#coded = quarter ? { width: height, height: width } : { width, height };
    this.#scaler = new PictureScaler({ ...this.#coded, format });
    const size = width * height * BYTES_PER_PIXEL[format];
    this.#oriented = rotation === 0 && !flip ? null : new Uint8Array(size);
  }

  write(picture: Frame): void {
    const pixels = this.#scaler.scale(picture);
    writeMark(Number(picture.pts));
    writeAll(this.#orient(pixels));
  }

  #orient(pixels: Uint8Array): Uint8Array {
    if (!this.#oriented) return pixels;
    const channels = BYTES_PER_PIXEL[this.#setup.format];
    orientPicture(pixels, this.#oriented, { ...this.#coded, channels }, this.#setup);
    return this.#oriented;
  }
}

/** Writes every picture that is ready, wanted and sound. */
function receiveAll(
  decoder: CodecContext,
  picture: Frame,
  sound: SoundPictures,
  writer: PictureWriter,
): void {
  for (;;) {
    const result = decoder.receiveFrameSync(picture);
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
    if (wentWell(result, 'decoding') && sound.isSound(picture) && picture.pts >= 0n) writer.write(picture);
    picture.unref();
  }
}

/** Decodes packets one after the other, each with what it needs, and writes the pictures that come out. */
class PacketDecoder {
  readonly #setup: DecoderSetup;
  readonly #writer: PictureWriter;
  readonly #sound = new SoundPictures();
  readonly #picture = new Frame();
  /** None before the first packet. */
  #decoder: CodecContext | null = null;
  #configuration = 0;

  constructor(setup: DecoderSetup) {
    this.#setup = setup;
    this.#writer = new PictureWriter(setup);
    this.#picture.alloc();
  }

  decode(packet: Packet, configuration: number): void {
    const decoder = this.#configured(packet, configuration);
    wentWell(decoder.sendPacketSync(packet), 'decoding');
    packet.unref();
    receiveAll(decoder, this.#picture, this.#sound, this.#writer);
  }

  /** Writes what is held back, and begins anew. */
  drain(): void {
    if (!this.#decoder) return;
    wentWell(this.#decoder.sendPacketSync(null), 'draining');
    receiveAll(this.#decoder, this.#picture, this.#sound, this.#writer);
    this.#decoder.flushBuffers();
    this.#sound.begin();
  }

  #configured(packet: Packet, configuration: number): CodecContext {
    const { configurations } = this.#setup;
    const before = this.#configuration;
    this.#configuration = configuration;
    if (this.#decoder && configurations[configuration]?.decoder === configurations[before]?.decoder) {
      if (configuration === before) return this.#decoder;
      const record = recordOf(this.#setup, configuration);
      check(packet.addSideData(AV_PKT_DATA_NEW_EXTRADATA, record), 'configuring the decoder');
      return this.#decoder;
    }
    this.drain();
    this.#decoder?.freeContext();
    this.#decoder = openDecoder(this.#setup, configuration);
    return this.#decoder;
  }
}

function decodeStdin(setup: DecoderSetup): void {
  const decoder = new PacketDecoder(setup);
  const packet = new Packet();
  packet.alloc();
  for (let header = readExactly(PACKET_HEADER_BYTES); header; header = readExactly(PACKET_HEADER_BYTES)) {
    const length = header.readUInt32LE(0);
    if (length === 0) {
      decoder.drain();
      continue;
    }
    packet.data = readExactly(length);
    packet.pts = BigInt(header.readInt32LE(4));
    decoder.decode(packet, header.readUInt32LE(8));
  }
}

/** FFmpeg logs to stderr, of which the owner keeps the last lines. */
Log.setLevel(AV_LOG_ERROR);
try {
  const length = readExactly(4)?.readUInt32LE();
  const setup = length ? readExactly(length) : null;
  if (setup) decodeStdin(JSON.parse(setup.toString()));
  writeMark(FINISHED);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  const { reason, message } = error;
  writeMark(FAILED);
  writeAll(framedJson({ reason, message }));
  process.exitCode = 1;
}
