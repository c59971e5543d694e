import { setImmediate as turn } from 'node:timers/promises';
import type { EncodedPacket } from 'mediabunny';
import { type FrameIndex, frameAt } from '../probe/frame-index.ts';
import type { Configuration } from '../reading/configurations.ts';
import { isHiddenPicture } from '../reading/hidden-picture.ts';
import type { DemuxedVideo } from '../reading/open-video.ts';
import { DecodeError } from './decode-error.ts';
import type { DecodeRun } from './decode-plan.ts';
import { NOT_WANTED, packetHeader } from './decoder-protocol.ts';
import { DisposablePictures } from './filter/disposable-pictures.ts';
import { NeededPictures } from './filter/hevc/needed-pictures.ts';
import { everyPacket, type PacketFilter } from './filter/packet-filter.ts';
import { type Opening, openingOf } from './opening-units.ts';

/**
 * The byte stream for the decoder: the packets of each run in decode order, every one marked with the frame it
 * shows, and an order to drain the pipeline after each run. Packets that provably no wanted picture depends on are
 * left out, as are those that no decoder is there for. What decoders learn from the first packet of the video is put
 * before the first of each run.
 *
 * @throws DecodeError `corrupt-data` when a wanted frame has no packet; whatever reading the source throws
 */
export async function* packetFeed(
  video: DemuxedVideo,
  index: FrameIndex,
  runs: readonly DecodeRun[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const { all } = video.configurations;
  const opening = await openingOf(video);
  for (const { keyFrame, frames } of runs) {
    const remaining = new Set(frames);
    const [only] = all.length === 1 ? all : [];
    const filter = only?.record.length ? filterFor(only) : everyPacket;
    const stretch = { video, opening, index, keyFrame, remaining };
    if (!(yield* feedRun(stretch, filter))) yield* feedRun(stretch, everyPacket);
    const [missing] = remaining;
    if (missing !== undefined)
      throw new DecodeError('corrupt-data', `The data of frame ${missing} is missing.`);
  }
}

/**
 * The event loop turns after this many packets. Packets already in memory are read without a turn, and a search
 * through a million of them would let no timer fire, not even its own deadline.
 */
const PACKETS_A_TURN = 64;

interface Stretch {
  readonly video: DemuxedVideo;
  readonly opening: Opening | null;
  readonly index: FrameIndex;
  readonly keyFrame: number;
  /** Wanted frames that have not been sent. */
  readonly remaining: Set<number>;
}

/** @returns false when the filter gave up before all frames were sent */
async function* feedRun(
  { video, opening, index, keyFrame, remaining }: Stretch,
  filter: PacketFilter,
): AsyncGenerator<Uint8Array, boolean, undefined> {
  const frameOf = frameLocator(index);
  let complete = true;
  let packet: EncodedPacket | null = await firstPacket(video, index, keyFrame);
  let missed = packet?.timestamp === opening?.time ? null : opening;
  for (let looked = 1; packet && remaining.size > 0; looked++) {
    if (looked % PACKETS_A_TURN === 0) await turn();
    const { data } = packet;
    const configuration = video.configurations.of(packet);
    const { codec = null } = video.configurations.all[configuration ?? -1] ?? {};
    const frame = isHiddenPicture(codec, data) ? NOT_WANTED : frameOf(packet.timestamp);
    const wanted = remaining.has(frame);
    const needed = filter.add({ data, frame: wanted ? frame : NOT_WANTED }, wanted);
    complete = needed !== null;
    if (needed === null) break;
    remaining.delete(frame);
    for (const { data, frame } of needed) {
      if (data.length === 0 || configuration === null) continue;
      const bytes = missed?.configuration === configuration ? Buffer.concat([missed.units, data]) : data;
      missed = null;
      yield packetHeader(bytes.length, frame, configuration);
      yield bytes;
    }
    packet = await video.packets.getNextPacket(packet);
  }
  yield packetHeader(0, NOT_WANTED, 0);
  return complete;
}

function filterFor({ codec, record }: Configuration): PacketFilter {
  if (codec === 'avc') return new DisposablePictures(record);
  return codec === 'hevc' ? new NeededPictures(record) : everyPacket;
}

/**
 * The packet at which decoding begins to obtain `keyFrame`. Containers sometimes mark pictures as key frames that
 * are not; the search goes back until the bitstream agrees.
 */
async function firstPacket(
  video: DemuxedVideo,
  index: FrameIndex,
  keyFrame: number,
): Promise<EncodedPacket | null> {
  const tick = 1 / index.timescale;
  const first = firstWithTimeOf(index, keyFrame);
  // Of several packets with its time only decode order tells which one it is, so decoding begins before them.
  const isOneOfSeveral = index.times[first] === index.times[first + 1];
  let time = (index.times[keyFrame] ?? 0) + (isOneOfSeveral ? -tick : tick) / 2;
  for (let looked = 1; ; looked++) {
    if (looked % PACKETS_A_TURN === 0) await turn();
    const packet = await video.packets.getKeyPacket(time);
    if (!packet) return video.packets.getFirstPacket();
    if (!(await isSurelyDelta(video, packet))) return packet;
    time = packet.timestamp - tick / 2;
  }
}

/** mediabunny reads all packets of a track as if they had one codec. */
async function isSurelyDelta(
  { track, configurations }: DemuxedVideo,
  packet: EncodedPacket,
): Promise<boolean> {
  const { codec } = configurations.all[configurations.of(packet) ?? -1] ?? {};
  if (codec !== (await track.getCodec())) return false;
  return (await track.determinePacketType(packet)) === 'delta';
}

/** Tells the frame of each packet of a run by its time; frames with equal times by decode order. */
function frameLocator(index: FrameIndex): (timestamp: number) => number {
  const { times, timescale } = index;
  const seen = new Map<number, number>();
  return (timestamp) => {
    const time = Math.round(timestamp * timescale) / timescale;
    const last = frameAt(index, time);
    if (times[last] !== time) return NOT_WANTED;
    if (times[last - 1] !== time) return last;
    const first = firstWithTimeOf(index, last);
    const rank = seen.get(first) ?? 0;
    seen.set(first, rank + 1);
    return first + rank;
  };
}

function firstWithTimeOf({ times }: FrameIndex, frame: number): number {
  let first = frame;
  while (first > 0 && times[first - 1] === times[frame]) first--;
  return first;
}
