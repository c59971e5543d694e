import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { withoutFirst } from '../probe/frame-index.ts';
import { frameRate } from '../probe/frame-rate.ts';
import type { VideoProbe } from '../probe/video-probe.ts';
import { type DecodeOptions, decodeFrames } from './decode-frames.ts';

/** The smallest picture: only whether there is one matters. */
const TINY = { width: 1, height: 1, format: 'gray8' } as const;

/**
 * How many pictures at the start of a video can never be decoded: where a recording was cut between key frames, what
 * they refer to is missing. Decodes at most up to the first key frame.
 *
 * @throws as `decodeFrames`
 */
export async function leadingFrames(
  source: ByteSource,
  { frames, beforeKey }: Pick<VideoProbe, 'frames' | 'beforeKey'>,
  options: DecodeOptions = {},
): Promise<number> {
  if (beforeKey === 0) return 0;
  const start = [...frames.times.keys()].slice(0, beforeKey + 1);
  for await (const { frame } of decodeFrames(source, frames, start, TINY, options)) return frame;
  return beforeKey;
}

/** The video without its first pictures, which are no frames then. */
export function withoutLeading(probe: VideoProbe, count: number): VideoProbe {
  if (count === 0) return probe;
  const frames = withoutFirst(probe.frames, count);
  const undecodable = probe.undecodable.flatMap((frame) => (frame < count ? [] : [frame - count]));
  return { ...probe, frames, fps: frameRate(frames, probe.frameDuration), beforeKey: 0, undecodable };
}
