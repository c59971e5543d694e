import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { type DecodedFrame, decodeFrames } from '../../media/decode/decode-frames.ts';
import { leadingFrames } from '../../media/decode/leading-frames.ts';
import { decodeStart, type FrameIndex, frameAt, withoutFirst } from '../../media/probe/frame-index.ts';

/** Videos often fade in from black. */
const SECONDS_IN = 1;
/** Frames, spread over the video, that are tried in turn when the chosen one is damaged. */
const OTHERS = 16;
/** A decoder outlives its thread, when that is ended in the middle of a picture, by no more than this. */
const OPTIONS = { limits: { cpuSeconds: 60 } };

/** What is wanted: an early picture of the video, of this size. */
export interface PictureTask {
  readonly frames: FrameIndex;
  readonly beforeKey: number;
  readonly width: number;
  readonly height: number;
}

/** What is found. */
export interface PictureFound {
  readonly picture: DecodedFrame;
  /** Pictures at the start of the video that can never be decoded. */
  readonly leading: number;
}

/** The first of the frames that can be decoded. */
async function firstPicture(
  source: ByteSource,
  { frames, width, height }: PictureTask,
  wanted: readonly number[],
): Promise<DecodedFrame> {
  const output = { width, height, format: 'rgb24' } as const;
  for await (const picture of decodeFrames(source, frames, wanted, output, OPTIONS)) return picture;
  throw new DecodeError('corrupt-data', 'No picture could be decoded.');
}

/** Looks for a picture behind those that can never be decoded. Run it in a thread: the file decides what it costs. */
export async function representativePicture(source: ByteSource, task: PictureTask): Promise<PictureFound> {
  const leading = await leadingFrames(source, task, OPTIONS);
  const frames = leading === 0 ? task.frames : withoutFirst(task.frames, leading);
  return { leading, picture: await earlyPicture(source, { ...task, frames }) };
}

/** An early key frame; another frame where that one is damaged. */
async function earlyPicture(source: ByteSource, task: PictureTask): Promise<DecodedFrame> {
  const { times, endTime } = task.frames;
  const [start = 0] = times;
  const wanted = start + Math.min(SECONDS_IN, (endTime - start) / 2);
  const frame = decodeStart(task.frames, frameAt(task.frames, wanted));
  try {
    return await firstPicture(source, task, [frame]);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const step = Math.ceil(times.length / OTHERS);
    const others = [...times.keys()].filter((other) => other % step === 0 && other !== frame);
    if (others.length === 0) throw error;
    return firstPicture(source, task, others);
  }
}
