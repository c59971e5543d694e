import type { Container } from '../../contract/video-formats.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { announcedSize, requireAnnouncedVideo } from '../container/announced-video.ts';
import { requireContainer } from '../container/require-container.ts';
import { requireBoundedTables } from '../container/sample-tables.ts';
import { StructureReader } from '../container/structure-reader.ts';
import { NO_DETAILS, trackDetails } from '../container/webm-tracks.ts';
import { MediaError, type MediaErrorReason } from '../headers/media-error.ts';
import { isHiddenPicture } from '../reading/hidden-picture.ts';
import { type DemuxedVideo, openVideo } from '../reading/open-video.ts';
import { describePicture } from './describe-picture.ts';
import type { FrameIndex } from './frame-index.ts';
import { frameRate } from './frame-rate.ts';
import type { ProbeLimits, VideoProbe } from './video-probe.ts';

/**
 * Reads a file's header and the time of every frame. Runs in a thread of its own (see probe-video.ts), because a
 * hostile file can make a parser spin or exhaust the heap.
 */
export async function analyseVideo(source: ByteSource, limits: ProbeLimits): Promise<VideoProbe> {
  const container = await requireContainer(source);
  const structure = new StructureReader(source);
  try {
    await requireAnnouncedVideo(container, structure);
    if (container !== 'webm') await requireBoundedTables(structure, limits.maxFrames);
    // Only WebM needs every byte: it has no table of frames.
    using video = await openVideo(source, container === 'webm' ? 'sequential' : 'scattered', {
      structure,
      maxFrames: limits.maxFrames,
    });
    const details = container === 'webm' ? await trackDetails(structure, video.track.id) : NO_DETAILS;
    const picture = await describePicture(video, structure, details.pixelAspect, limits);
    const { frames, duration, beforeKey, undecodable } = await readFrameIndex(video, limits);
    await requireComplete(video, frames, structure);
    return {
      container: video.container,
      ...picture,
      duration,
      fps: frameRate(frames, details.frameDuration),
      frameDuration: details.frameDuration,
      frames,
      beforeKey,
      undecodable,
    };
  } catch (error) {
    throw await explain(error, structure, container);
  }
}

interface Sample {
  readonly tick: number;
  readonly duration: number;
  readonly isKey: boolean;
  readonly isDecodable: boolean;
}

async function readFrameIndex(
  video: DemuxedVideo,
  limits: ProbeLimits,
): Promise<Pick<VideoProbe, 'frames' | 'duration' | 'beforeKey' | 'undecodable'>> {
  const { edit } = video;
  const codec = await video.track.getCodec();
  // Only WebM puts hidden pictures into packets of their own; its packets are read along with the cluster anyway.
  const metadataOnly = video.container !== 'webm';
  const samples: Sample[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  /** Ticks at which key frames are shown: the first packet, which mediabunny takes for one, and the earliest other. */
  let opening: number | null = null;
  let firstKey = Number.POSITIVE_INFINITY;
  let packet = await video.packets.getFirstPacket({ metadataOnly });
  const timescale = exactTimescale(video.timescale, packet?.timestamp ?? 0);
  const start = edit ? Math.round(edit.start * timescale) : Number.NEGATIVE_INFINITY;
  const end = edit?.end ?? Number.POSITIVE_INFINITY;
  for (; packet; packet = await video.packets.getNextPacket(packet, { metadataOnly })) {
    const { timestamp, duration, type } = packet;
    const tick = Math.round(timestamp * timescale);
    const isDecodable = packet.byteLength > 0 && video.configurations.of(packet) !== null;
    if (opening === null) opening = tick;
    else if (type === 'key' && isDecodable) firstKey = Math.min(firstKey, tick);
    if (tick < start || timestamp >= end) continue;
    if (video.isUnshownField(packet) || (!metadataOnly && isHiddenPicture(codec, packet.data))) continue;
    if (samples.length === limits.maxFrames) {
      throw new MediaError('too-many-frames', `The video has more than ${limits.maxFrames} frames.`);
    }
    // Frames that were decoded before a key frame and are shown after it cannot be obtained from there.
    const isKey = type === 'key' && tick > latest && isDecodable;
    samples.push({ tick, duration, isKey, isDecodable });
    latest = Math.max(latest, tick);
  }
  // The sort is stable: frames with equal times keep their decode order.
  samples.sort((a, b) => a.tick - b.tick);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new MediaError('no-frames', 'The video has no frames.');

  const lastDuration = last.duration || (last.tick - (samples.at(-2)?.tick ?? last.tick)) / timescale;
  const endTick = Math.round(last.tick + lastDuration * timescale);
  const isCut = edit !== null && edit.end !== null;
  // Edits are timed in coarser ticks than frames.
  const held = isCut ? edit.end - endTick / timescale : 0;
  const isEndOfEdit = isCut && (edit.holdsLast || held < 0) && Math.abs(held) > edit.tick;
  const [endTime, ticks] = isEndOfEdit
    ? [edit.end, Math.round(1 / edit.tick)]
    : [endTick / timescale, timescale];
  const duration = isCut
    ? Math.round((endTime - edit.start) * ticks) / ticks
    : (endTick - first.tick) / timescale;
  if (duration > limits.maxDuration) {
    throw new MediaError('too-long', `The video is longer than ${limits.maxDuration} seconds.`);
  }
  const keyFrames = samples.flatMap(({ isKey }, frame) => (isKey || frame === 0 ? [frame] : []));
  const frames: FrameIndex = {
    timescale,
    times: Float64Array.from(samples, ({ tick }) => tick / timescale),
    endTime,
    keyFrames: Uint32Array.from(keyFrames),
  };
  if (opening !== null && (await opensWithKey(video))) firstKey = Math.min(firstKey, opening);
  const beforeKey = samples.findIndex(({ tick }) => tick >= firstKey);
  return {
    frames,
    duration,
    beforeKey: beforeKey < 0 ? samples.length - 1 : beforeKey,
    undecodable: samples.flatMap(({ isDecodable }, frame) => (isDecodable ? [] : [frame])),
  };
}

async function opensWithKey({ packets, track, configurations }: DemuxedVideo): Promise<boolean> {
  const first = await packets.getFirstPacket();
  if (first === null || first.byteLength === 0 || configurations.of(first) === null) return false;
  return (await track.determinePacketType(first)) !== 'delta';
}

/** Numbers up to here keep their ticks through multiplication and division. */
const MOST_TICKS = 2 ** 51;
const MICROSECONDS = 1_000_000;

/**
 * The track's ticks a second; microseconds, as browsers have, where a video begins at its time of day in finer ones.
 * @throws MediaError `malformed` for a time beyond a human life
 */
function exactTimescale(timescale: number, time: number): number {
  const exact = [timescale, MICROSECONDS].find((ticks) => Math.abs(time) * ticks <= MOST_TICKS);
  if (exact === undefined) throw new MediaError('malformed', 'The frames of the file have impossible times.');
  return exact;
}

/** Refuses a file whose end is missing: the header may be intact without the frames. */
async function requireComplete(
  video: DemuxedVideo,
  frames: FrameIndex,
  structure: StructureReader,
): Promise<void> {
  const lastTime = frames.times.at(-1) ?? 0;
  const last = await video.packets.getPacket(lastTime + 0.5 / frames.timescale);
  const isThere = last !== null && !video.isMissing(last);
  if (isThere && (video.container !== 'webm' || (await announcedSize(structure, 'webm')) <= structure.size))
    return;
  throw truncated(structure);
}

/** Errors that a truncated file may cause. */
const PERHAPS_TRUNCATED = new Set<MediaErrorReason>(['malformed', 'no-video-track', 'no-frames']);

/** Turns an error of a parser on a broken file into a reason that the file's owner can act on. */
async function explain(
  error: unknown,
  structure: StructureReader,
  container: Container,
): Promise<MediaError> {
  if (error instanceof MediaError && !PERHAPS_TRUNCATED.has(error.reason)) return error;
  if ((await announcedSize(structure, container)) > structure.size) return truncated(structure);
  if (error instanceof MediaError) return error;
  return new MediaError('malformed', 'The file is damaged: its structure cannot be read.', { cause: error });
}

function truncated({ size }: StructureReader): MediaError {
  return new MediaError('truncated', `The file is incomplete: it ends after ${size} bytes.`);
}
