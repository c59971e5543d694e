import { pipeline } from 'node:stream/promises';
import { type ByteSource, observeFailure } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../headers/media-error.ts';
import type { FrameIndex } from '../probe/frame-index.ts';
import { type DemuxedVideo, openVideo } from '../reading/open-video.ts';
import { orientationOf } from '../reading/orientation.ts';
import { DecodeError } from './decode-error.ts';
import { planDecoding } from './decode-plan.ts';
import { decoderOf } from './decoder-name.ts';
import { BYTES_PER_PIXEL, type DecoderSetup, framedJson, type PixelFormat } from './decoder-protocol.ts';
import { DEFAULT_SANDBOX_LIMITS, DecoderSandbox, type SandboxLimits } from './decoder-sandbox.ts';
import { packetFeed } from './packet-feed.ts';
import { type Picture, readPictures } from './read-pictures.ts';

/**
 * Form of the delivered pictures: displayed orientation, stretched to exactly this size. The video's own size is
 * the probe's `width` and `height`.
 */
export interface FrameOutput {
  readonly width: number;
  readonly height: number;
  readonly format: PixelFormat;
}

/**
 * One picture. `data`: rows from the top, no padding; rgb24 has 3 bytes a pixel (R, G, B), gray8 one (luma). It is the
 * reader's own: nothing is written to it afterwards.
 */
export interface DecodedFrame {
  readonly frame: number;
  /** Seconds on the clock of the FrameIndex. */
  readonly time: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface DecodeOptions {
  /** Ends the decoding; the generator then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Wall-clock milliseconds without any progress after which the decoder is given up. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Threads of the decoder. */
  readonly threads?: number;
  /** The decoder process; another one in tests. */
  readonly decoderModule?: URL;
}

/**
 * A decoder may return pictures early, but never by more than this (twice H.264's deepest reordering): a picture
 * that is later than that is missing.
 */
const MAX_EARLY_PICTURES = 32;

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Decodes the given frames in a process of its own, which ends with the generator. Every packet is marked with the
 * frame it shows before it is decoded, so frame numbers are exact whatever the timing of the file. Decoding begins
 * at key frames and skips what no wanted frame needs; only wanted frames are scaled. A slow consumer stalls the
 * decoder. Frames that cannot be decoded because their data is damaged are left out.
 *
 * @param index of the same file
 * @param frames strictly ascending
 * @throws RangeError when `frames` or `output` are invalid; MediaError when the file does not open; DecodeError
 *   when its packets cannot be read or the decoder fails; what reading `source` throws; `signal.reason`
 */
export async function* decodeFrames(
  source: ByteSource,
  index: FrameIndex,
  frames: readonly number[],
  output: FrameOutput,
  options: DecodeOptions = {},
): AsyncGenerator<DecodedFrame, void, undefined> {
  requireSensible(index, frames, output);
  options.signal?.throwIfAborted();
  if (frames.length === 0) return;

  const observed = observeFailure(source);
  const explain = (error: unknown) => observed.failure ?? unreadable(error);
  const rethrow = (error: unknown): never => {
    throw explain(error);
  };
  const limits = { ...DEFAULT_SANDBOX_LIMITS, ...options.limits };
  // Starting the process takes about as long as opening the file.
  await using sandbox = new DecoderSandbox(limits, {
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal: options.signal,
    module: options.decoderModule,
  });
  const meanwhile = async <Value>(work: Promise<Value>): Promise<Value> => {
    using _ = sandbox.pause();
    return await work.catch(rethrow);
  };
  using video = await meanwhile(openVideo(observed, 'sequential'));
  const setup = await meanwhile(decoderSetup(video, output, limits, options.threads ?? 2));

  let feedError: unknown;
  const feed = async function* () {
    try {
      yield framedJson(setup);
      for await (const bytes of packetFeed(video, index, planDecoding(index, frames))) {
        sandbox.progress();
        yield bytes;
      }
    } catch (error) {
      feedError = explain(error);
      sandbox.kill();
    }
  };
  // A decoder that stops reading gives the reason by its output and its exit.
  pipeline(feed, sandbox.stdin).catch(() => {});

  try {
    const size = output.width * output.height * BYTES_PER_PIXEL[output.format];
    const pictures = readPictures(sandbox.stdout, size, {
      onProgress: () => sandbox.progress(),
      onFailure: ({ reason, message }) => sandbox.failure(reason, message),
      onEarlyEnd: async () => {
        await sandbox.ended();
        return new DecodeError('corrupt-data', 'The decoder ended before its work was done.');
      },
    });
    for await (const { frame, data } of inOrder(pictures, frames)) {
      using _ = sandbox.pause();
      yield { frame, time: index.times[frame] ?? 0, width: output.width, height: output.height, data };
    }
    await sandbox.ended();
  } catch (error) {
    throw feedError ?? error;
  }
}

function requireSensible(index: FrameIndex, frames: readonly number[], { width, height }: FrameOutput): void {
  const sizes = [width, height];
  if (sizes.some((side) => !Number.isInteger(side) || side < 1 || side > 16384)) {
    throw new RangeError(`impossible output size ${width}×${height}`);
  }
  let previous = -1;
  for (const frame of frames) {
    if (!Number.isInteger(frame) || frame <= previous || frame >= index.times.length) {
      throw new RangeError(
        `frame ${frame} after ${previous}: not ascending within 0–${index.times.length - 1}`,
      );
    }
    previous = frame;
  }
}

async function decoderSetup(
  { track, configurations }: DemuxedVideo,
  { width, height, format }: FrameOutput,
  { maxPixels }: SandboxLimits,
  threads: number,
): Promise<DecoderSetup> {
  const { all } = configurations;
  if (all.every(({ codec }) => codec === null)) {
    throw new MediaError('unsupported-codec', 'The video codec is not supported.');
  }
  return {
    configurations: all.map(({ codec, record }) => ({
      decoder: codec && decoderOf(codec),
      record: Buffer.from(record).toString('base64'),
    })),
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    ...(await orientationOf(track)),
    width,
    height,
    format,
    maxPixels,
    threads,
  };
}

/** The pictures in ascending order of their frames. */
async function* inOrder(
  pictures: AsyncIterable<Picture>,
  frames: readonly number[],
): AsyncGenerator<Picture> {
  const early = new Map<number, Picture>();
  let position = 0;
  /** The pictures received, up to the first missing one; while more than `most` wait, missing ones are skipped. */
  function* ready(most: number): Generator<Picture> {
    while (early.size > 0 && position < frames.length) {
      const next = early.get(frames[position] ?? -1);
      if (!next && early.size <= most) return;
      position++;
      if (!next) continue;
      early.delete(next.frame);
      yield next;
    }
  }
  for await (const picture of pictures) {
    // A picture later than that would break the order.
    if (picture.frame >= (frames[position] ?? Number.POSITIVE_INFINITY)) early.set(picture.frame, picture);
    yield* ready(MAX_EARLY_PICTURES);
  }
  yield* ready(0);
}

/** Turns a parser's own error into one about the file. */
function unreadable(error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  return new DecodeError('corrupt-data', 'The file is damaged: its structure cannot be read.', '', {
    cause: error,
  });
}
