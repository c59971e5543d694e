import {
  AV_PIX_FMT_RGB24,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
  SWS_AREA,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  SoftwareScaleContext,
} from 'node-av/lib';
import type { SampledFrame } from '../shared/inference/detectors/detector.ts';
import type { LocatedModel } from '../shared/inference/models/model-store.ts';
import { openSession } from '../shared/inference/threads/onnx-session.ts';
import { feedsOf, toTensors } from './bare-inference.ts';

/** Threads of the decoder and of the model, which alternate. */
const THREADS = 2;

/** The obvious loop, without isolation or overlap. */
interface PlainLoop extends AsyncDisposable {
  /** Runs the model on every sampled frame; its output is not turned into detections. */
  run(samples: readonly number[]): Promise<void>;
}

/**
 * Opens the file with FFmpeg and decodes all of it in this process; each sampled frame is scaled and goes through the
 * model before decoding continues.
 *
 * @param size of the scaled pictures; they are not rotated
 */
export async function openPlainLoop(
  file: string,
  { model, path }: LocatedModel,
  size: { readonly width: number; readonly height: number },
): Promise<PlainLoop> {
  const session = await openSession(path, THREADS);
  return {
    async run(samples) {
      for (const frame of sampledPictures(file, samples, size)) {
        for (const feed of feedsOf(model, [frame])) await session.run(toTensors(session.inputNames, feed));
      }
    },
    [Symbol.asyncDispose]: () => session.release(),
  };
}

function* sampledPictures(
  file: string,
  samples: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): Generator<SampledFrame> {
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', SWS_AREA);
  using scaled = new Frame();
  scaled.alloc();
  Object.assign(scaled, { width, height, format: AV_PIX_FMT_RGB24 });
  check(scaled.getBuffer(0), 'allocate the picture');
  const wanted = new Set(samples);
  const last = samples.at(-1) ?? -1;
  let frame = 0;
  for (const picture of decodedPictures(file)) {
    if (wanted.has(frame)) {
      scaled.colorPrimaries = picture.colorPrimaries;
      scaled.colorTrc = picture.colorTrc;
      check(scaler.scaleFrameSync(scaled, picture), 'scale');
      yield { frame, time: 0, width, height, data: scaled.toBuffer() };
    }
    if (frame++ === last) return;
  }
}

/** All pictures in presentation order; each is overwritten by the next. */
function* decodedPictures(file: string): Generator<Frame> {
  using resources = new DisposableStack();
  const format = new FormatContext();
  resources.defer(() => format.freeContext());
  format.allocContext();
  check(format.openInputSync(file, null, null), 'open');
  check(format.findStreamInfoSync(null), 'read the header');
  const stream = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (!stream) throw new Error(`${file} has no video stream`);
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const decoder = resources.use(new CodecContext());
  decoder.allocContext3(codec);
  check(decoder.parametersToContext(stream.codecpar), 'configure');
  decoder.threadCount = THREADS;
  check(decoder.open2Sync(codec), 'open the decoder');
  const packet = resources.use(new Packet());
  packet.alloc();
  const picture = resources.use(new Frame());
  picture.alloc();
  for (let more = true; more; ) {
    more = format.readFrameSync(packet) >= 0;
    if (more && packet.streamIndex !== stream.index) continue;
    check(decoder.sendPacketSync(more ? packet : null), 'decode');
    packet.unref();
    for (;;) {
      const result = decoder.receiveFrameSync(picture);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) break;
      check(result, 'decode');
      yield picture;
    }
  }
}

const check = (result: number, step: string): void => FFmpegError.throwIfError(result, step);
