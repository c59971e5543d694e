import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { blankImage } from '../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder, type ClipOptions } from '../../synthetic/clip-encoder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Encodes one picture a time and reads the file back: packets in decoding order, times in seconds. */
async function encoded(options: Partial<ClipOptions>, times: readonly number[]) {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip');
  using encoder = await ClipEncoder.open(file, {
    container: 'mp4',
    width: 64,
    height: 48,
    ticksPerSecond: 100,
    ...options,
  });
  for (const [i, time] of times.entries()) {
    await encoder.add(blankImage(64, 48, [i * 20, 90, 200]), time, (times[i + 1] ?? time + 10) - time);
  }
  await encoder.finish();
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await readFile(file)) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('the file has no video track');
  const packets: { timestamp: number; duration: number; type: string }[] = [];
  for await (const { timestamp, duration, type } of new EncodedPacketSink(track).packets()) {
    packets.push({ timestamp, duration, type });
  }
  return { packets, codec: track.codec, rotation: track.rotation, duration: await input.computeDuration() };
}

const evenly = Array.from({ length: 12 }, (_, i) => i * 10);

test('pictures keep the times and durations that they are given', async () => {
  const times = [0, 3, 10, 11, 40, 90];
  const { packets, duration } = await encoded({}, times);
  expect(packets.map(({ timestamp }) => Math.round(timestamp * 100))).toEqual(times);
  expect(packets.map((packet) => Math.round(packet.duration * 100))).toEqual([3, 7, 1, 29, 50, 10]);
  expect(duration).toBeCloseTo(1, 5);
});

test('B-frames are decoded out of presentation order', async () => {
  const { packets } = await encoded({ bFrames: 2 }, evenly);
  const times = packets.map(({ timestamp }) => Math.round(timestamp * 100));
  expect(times).not.toEqual(evenly);
  expect(times.toSorted((a, b) => a - b)).toEqual(evenly);
});

test('key frames come at least as often as asked for', async () => {
  const { packets } = await encoded({ keyInterval: 4 }, evenly);
  const keys = packets.flatMap(({ type }, i) => (type === 'key' ? [i] : []));
  expect(keys).toEqual(expect.arrayContaining([0, 4, 8]));
});

test.each([0, 90, 180, 270] as const)('a rotation of %i degrees is clockwise', async (rotation) => {
  expect((await encoded({ rotation }, evenly)).rotation).toBe(rotation);
});

test.each([
  ['mp4', 'h264', 'avc'],
  ['mov', 'hevc', 'hevc'],
  ['webm', 'vp8', 'vp8'],
  ['webm', 'vp9', 'vp9'],
] as const)('%s holds %s', async (container, codec, expected) => {
  const { packets, codec: found } = await encoded({ container, codec }, evenly);
  expect(found).toBe(expected);
  expect(packets).toHaveLength(12);
});

test('a codec that the container cannot hold, and an option that the encoder refuses, are errors', async () => {
  await expect(encoded({ container: 'webm', codec: 'h264' }, evenly)).rejects.toThrow('write the header');
  await expect(encoded({ encoderOptions: { preset: 'warp' } }, evenly)).rejects.toThrow('open');
});
