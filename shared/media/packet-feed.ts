import type { EncodedPacket } from 'mediabunny';
import { avcLengthSize, isDisposableAvcPacket, isHiddenPicture } from './codecs.ts';
import type { DecodeRun } from './decode-plan.ts';
import { notWanted, packetHeader } from './decoder-protocol.ts';
import type { DemuxedVideo } from './demux.ts';
import { type FrameIndex, frameAt } from './frame-index.ts';
import { DecodeError } from './media-error.ts';

/**
 * The byte stream for the decoder: the packets of each run in decode order, every one marked with the frame it
 * shows, and an order to empty the pipeline behind each run. Packets that no wanted picture depends on are left
 * out where that is provable.
 *
 * @throws DecodeError `corrupt-data` when a wanted frame has no packet; whatever reading the source throws
 */
export async function* packetFeed(
  video: DemuxedVideo,
  index: FrameIndex,
  runs: readonly DecodeRun[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const codec = await video.track.getCodec();
  const lengthSize = codec === 'avc' ? avcLengthSize(await video.track.getDecoderConfig()) : null;
  for (const run of runs) {
    const remaining = new Set(run.frames);
    const frameOf = frameLocator(index);
    let packet: EncodedPacket | null = await firstPacket(video, index, run.keyFrame);
    while (packet && remaining.size > 0) {
      const { data } = packet;
      const frame = isHiddenPicture(codec, data) ? notWanted : frameOf(packet.timestamp);
      const wanted = remaining.delete(frame);
      const needed = wanted || lengthSize === null || !isDisposableAvcPacket(data, lengthSize);
      if (needed && data.length > 0) {
        yield packetHeader(data.length, wanted ? frame : notWanted);
        yield data;
      }
      packet = await video.packets.getNextPacket(packet);
    }
    const [missing] = remaining;
    if (missing !== undefined)
      throw new DecodeError('corrupt-data', `The data of frame ${missing} is missing.`);
    yield packetHeader(0, notWanted);
  }
}

/**
 * The packet at which decoding begins to obtain `keyFrame`. Containers sometimes mark pictures as key frames that
 * are none; the bitstream decides, and the search goes back until it agrees.
 */
async function firstPacket(
  video: DemuxedVideo,
  index: FrameIndex,
  keyFrame: number,
): Promise<EncodedPacket | null> {
  const tick = 1 / index.timescale;
  let time = (index.times[keyFrame] ?? 0) + tick / 2;
  for (;;) {
    const packet = await video.packets.getKeyPacket(time);
    if (!packet) return video.packets.getFirstPacket();
    if ((await video.track.determinePacketType(packet)) !== 'delta') return packet;
    time = packet.timestamp - tick / 2;
  }
}

/** Tells the frame of each packet of a run by its time; frames that share one are told apart by decode order. */
function frameLocator(index: FrameIndex): (timestamp: number) => number {
  const { times, timescale } = index;
  const seen = new Map<number, number>();
  return (timestamp) => {
    const time = Math.round(timestamp * timescale) / timescale;
    const last = frameAt(index, time);
    if (times[last] !== time) return notWanted;
    if (times[last - 1] !== time) return last;
    let first = last;
    while (times[first - 1] === time) first--;
    const rank = seen.get(first) ?? 0;
    seen.set(first, rank + 1);
    return first + rank;
  };
}
