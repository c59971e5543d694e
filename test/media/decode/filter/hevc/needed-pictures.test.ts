import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeFrames } from '../../../../../shared/media/decode/decode-frames.ts';
import { planDecoding } from '../../../../../shared/media/decode/decode-plan.ts';
import { PACKET_HEADER_BYTES } from '../../../../../shared/media/decode/decoder-protocol.ts';
import { packetFeed } from '../../../../../shared/media/decode/packet-feed.ts';
import { probeVideo } from '../../../../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../../../../shared/media/reading/file-source.ts';
import { type DemuxedVideo, openVideo } from '../../../../../shared/media/reading/open-video.ts';
import { numberedClip, numberedSize, shownNumber } from '../../../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** Each group of 8: one P, the B in its middle, two between, four on which nothing depends. */
const PYRAMID = 'bframes=7:b-adapt=0:b-pyramid=1:ref=4:scenecut=0:keyint=24:min-keyint=24:open-gop=0';
const FRAMES = 48;

let folder: ReturnType<typeof temporaryFolder>;
let clip: string;
beforeAll(async () => {
  folder = temporaryFolder();
  clip = path.join(folder.path, 'pyramids.mp4');
  await numberedClip(clip, {
    container: 'mp4',
    codec: 'hevc',
    ticks: [...Array(FRAMES).keys()],
    encoderOptions: { preset: 'medium', 'x265-params': `log-level=none:pools=none:${PYRAMID}` },
  });
});
afterAll(() => folder[Symbol.dispose]());

/** Number of packets that are sent to the decoder for these frames. */
async function packetsFor(file: string, frames: readonly number[]): Promise<number> {
  await using source = await fileSource(file);
  const { frames: index } = await probeVideo(source);
  using video = await openVideo(source, 'sequential');
  let packets = 0;
  for await (const bytes of packetFeed(video, index, planDecoding(index, frames))) {
    if (bytes.length > PACKET_HEADER_BYTES) packets++;
  }
  return packets;
}

test('pictures to which no wanted one refers are not decoded, whatever they are marked as', async () => {
  const all = [...Array(FRAMES).keys()];
  expect(await packetsFor(clip, all)).toBe(FRAMES);
  // A P, which comes right behind the key frame.
  expect(await packetsFor(clip, [8])).toBe(2);
  expect(
    await packetsFor(
      clip,
      all.filter((frame) => frame % 6 === 0),
    ),
  ).toBeLessThanOrEqual(FRAMES / 2);
});

test('where the needed pictures are unknown, everything is decoded again, and no frame comes out twice', async () => {
  const file = path.join(folder.path, 'end-of-sequence.mp4');
  await using original = await fileSource(clip);
  using video = await openVideo(original, 'sequential');
  await writeFile(file, await withEndOfSequence(video, 23));
  await using source = await fileSource(file);
  const { frames: index } = await probeVideo(source);
  // Both sides of the end of the sequence in one run.
  const wanted = [3, 22, 25, 40];
  expect(planDecoding(index, wanted)).toHaveLength(1);
  const shown: number[] = [];
  for await (const { frame, data } of decodeFrames(source, index, wanted, {
    ...numberedSize,
    format: 'gray8',
  })) {
    expect(shownNumber(data)).toBe(frame);
    shown.push(frame);
  }
  expect(shown).toEqual(wanted);
  expect(await packetsFor(file, wanted)).toBeGreaterThan(1.5 * (await packetsFor(clip, wanted)));
});

test('however far it is to the next wanted picture, few packets are held back', async () => {
  const file = path.join(folder.path, 'chain.mp4');
  await numberedClip(file, {
    container: 'mp4',
    codec: 'hevc',
    ticks: [...Array(100).keys()],
    encoderOptions: { 'x265-params': 'log-level=none:pools=none:bframes=0:keyint=200' },
  });
  await using source = await fileSource(file);
  const { frames: index } = await probeVideo(source);
  using video = await openVideo(source, 'sequential');
  let heldBack = 0;
  let most = 0;
  const next = video.packets.getNextPacket.bind(video.packets);
  video.packets.getNextPacket = async (...of) => {
    most = Math.max(most, ++heldBack);
    return await next(...of);
  };
  for await (const bytes of packetFeed(video, index, planDecoding(index, [99]))) {
    if (bytes.length > PACKET_HEADER_BYTES) heldBack--;
  }
  expect(heldBack).toBe(0);
  expect(most).toBeGreaterThan(16);
  expect(most).toBeLessThan(40);
});

/** The video with an end-of-sequence NAL unit (H.265, 7.3.2.5) behind the n-th packet. */
async function withEndOfSequence({ track }: DemuxedVideo, n: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const copy = new EncodedVideoPacketSource('hevc');
  output.addVideoTrack(copy, { frameRate: 30 });
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  let position = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const data =
      position++ === n ? Buffer.concat([packet.data, Buffer.of(0, 0, 0, 2, 0x48, 0x01)]) : packet.data;
    await copy.add(new EncodedPacket(data, packet.type, packet.timestamp, packet.duration), {
      decoderConfig,
    });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? []);
}
