import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_FLAG_BITEXACT,
  type AVPixelFormat,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_PRORES_KS,
  type FFEncoderCodec,
  FFmpegError,
  FormatContext,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av';
import type { Container } from '../shared/contract/video-formats.ts';
import { rgbToFrame } from '../shared/media/pictures/pixel-format.ts';
import type { RgbImage } from '../shared/media/pictures/rgb-image.ts';

type ClipCodec = 'h264' | 'hevc' | 'vp8' | 'vp9' | 'prores';

export interface ClipOptions {
  readonly container: Container;
  /** Pixels, both even (4:2:0 chroma). */
  readonly width: number;
  readonly height: number;
  /** Default: H.264, in WebM VP9. */
  readonly codec?: ClipCodec;
  /** Ticks a second: the unit of presentation times. With one tick a frame, the frame rate. */
  readonly ticksPerSecond: number;
  /** Default: 8 bits and 4:2:0, of ProRes 10 bits and 4:2:2. */
  readonly pixelFormat?: AVPixelFormat;
  readonly bFrames?: number;
  /** Frames from one key frame to the next. */
  readonly keyInterval?: number;
  /** How a player turns the picture, in degrees clockwise. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** Options of the encoder and the muxer, as on FFmpeg's command line: `{ crf: '30' }`, `{ movflags: '…' }`. */
  readonly encoderOptions?: Readonly<Record<string, string>>;
  readonly muxerOptions?: Readonly<Record<string, string>>;
}

const DEFAULT_CODEC = { mp4: 'h264', mov: 'h264', webm: 'vp9' } as const satisfies Record<
  Container,
  ClipCodec
>;

/** Fast settings of each encoder. */
const ENCODERS: Record<ClipCodec, { name: FFEncoderCodec; options: Readonly<Record<string, string>> }> = {
  h264: { name: FF_ENCODER_LIBX264, options: { preset: 'veryfast', crf: '23', 'x264-params': 'log=0' } },
  hevc: {
    name: FF_ENCODER_LIBX265,
    options: { preset: 'ultrafast', 'x265-params': 'log-level=none:pools=none' },
  },
  vp8: {
    name: FF_ENCODER_LIBVPX_VP8,
    options: { deadline: 'realtime', 'cpu-used': '8', crf: '20', b: '1M' },
  },
  vp9: { name: FF_ENCODER_LIBVPX_VP9, options: { deadline: 'realtime', 'cpu-used': '8', crf: '32', b: '0' } },
  prores: { name: FF_ENCODER_PRORES_KS, options: { profile: 'proxy', vendor: 'apl0' } },
};

/** Encodes pictures into a video file without audio. Every method throws FFmpegError when FFmpeg refuses. */
export class ClipEncoder implements Disposable {
  readonly #format: FormatContext;
  readonly #encoder: CodecContext;
  readonly #stream: Stream;
  readonly #packet: Packet;
  readonly #resources: DisposableStack;

  private constructor(
    format: FormatContext,
    encoder: CodecContext,
    stream: Stream,
    resources: DisposableStack,
  ) {
    this.#format = format;
    this.#encoder = encoder;
    this.#stream = stream;
    this.#packet = resources.use(new Packet());
    this.#packet.alloc();
    this.#resources = resources;
  }

  static async open(path: string, options: ClipOptions): Promise<ClipEncoder> {
    // FFmpeg's log level belongs to the process; at its default every encoder prints statistics to stderr.
    Log.setLevel(AV_LOG_ERROR);
    using resources = new DisposableStack();
    const format = new FormatContext();
    check(format.allocOutputContext2(null, options.container, path), 'choose the container');
    resources.defer(() => {
      format.closeOutputSync();
      format.freeContext();
    });
    format.setFlags(AVFMT_FLAG_BITEXACT);
    const encoder = resources.use(new CodecContext());
    await openEncoder(encoder, options);
    const stream = format.newStream();
    check(stream.codecpar.fromContext(encoder), 'describe the stream');
    stream.timeBase = encoder.timeBase;
    if (options.rotation) {
      const matrix = displayMatrix(options.rotation);
      check(stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix), 'set the rotation');
    }
    check(await format.openOutput(), 'open the file');
    const settings = Dictionary.fromObject({ ...options.muxerOptions });
    check(await format.writeHeader(settings), 'write the header');
    return new ClipEncoder(format, encoder, stream, resources.move());
  }

  /** Adds the next picture. `time` and `duration` in ticks; times must increase. */
  async add(image: RgbImage, time: number, duration = 1): Promise<void> {
    using frame = rgbToFrame(image, this.#encoder.pixelFormat, AVCOL_RANGE_MPEG);
    frame.pts = BigInt(time);
    frame.duration = BigInt(duration);
    check(await this.#encoder.sendFrame(frame), 'encode');
    await this.#writePackets();
  }

  /** Writes what the encoder still holds, and the end of the file. */
  async finish(): Promise<void> {
    check(await this.#encoder.sendFrame(null), 'flush the encoder');
    await this.#writePackets();
    check(await this.#format.writeTrailer(), 'write the trailer');
    await this.#format.closeOutput();
  }

  async #writePackets(): Promise<void> {
    for (;;) {
      const received = await this.#encoder.receivePacket(this.#packet);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      check(received, 'encode');
      this.#packet.streamIndex = this.#stream.index;
      this.#packet.rescaleTs(this.#encoder.timeBase, this.#stream.timeBase);
      check(await this.#format.interleavedWriteFrame(this.#packet), 'write a packet');
    }
  }

  [Symbol.dispose](): void {
    this.#resources.dispose();
  }
}

const check = (code: number, operation: string): void => FFmpegError.throwIfError(code, operation);

async function openEncoder(encoder: CodecContext, options: ClipOptions): Promise<void> {
  const choice = options.codec ?? DEFAULT_CODEC[options.container];
  const { name, options: defaults } = ENCODERS[choice];
  const codec = Codec.findEncoderByName(name);
  encoder.allocContext3(codec);
  encoder.width = options.width;
  encoder.height = options.height;
  encoder.pixelFormat =
    options.pixelFormat ?? (choice === 'prores' ? AV_PIX_FMT_YUV422P10LE : AV_PIX_FMT_YUV420P);
  encoder.colorSpace = AVCOL_SPC_SMPTE170M;
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.timeBase = new Rational(1, options.ticksPerSecond);
  encoder.framerate = new Rational(options.ticksPerSecond, 1);
  encoder.gopSize = options.keyInterval ?? 60;
  encoder.maxBFrames = options.bFrames ?? 0;
  // One thread: equal pictures give equal files.
  encoder.threadCount = 1;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_BITEXACT, AV_CODEC_FLAG_FRAME_DURATION);
  const settings = Dictionary.fromObject({ ...defaults, ...options.encoderOptions });
  check(await encoder.open2(codec, settings), `open ${name}`);
}

/** The matrix of ISO/IEC 14496-12 §6.2.2 for a clockwise turn: 16.16 fixed point, the last column 2.30. */
function displayMatrix(degrees: number): Buffer {
  const [cos, sin] = [
    Math.round(Math.cos((degrees * Math.PI) / 180)),
    Math.round(Math.sin((degrees * Math.PI) / 180)),
  ];
  const one = 1 << 16;
  return Buffer.from(Int32Array.of(cos * one, sin * one, 0, -sin * one, cos * one, 0, 0, 0, 1 << 30).buffer);
}
