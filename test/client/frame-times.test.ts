import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFrameTimes } from '../../client/frame-times.ts';
import { encodeFrameIndex } from '../../shared/media/probe/frame-index-codec.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const sent = (ticks: readonly number[], timescale: number): string =>
  base64(
    encodeFrameIndex({
      timescale,
      times: Float64Array.from(ticks, (tick) => tick / timescale),
      endTime: ((ticks.at(-1) ?? 0) + 1) / timescale,
      keyFrames: Uint32Array.from([0]),
    }),
  );

test('the times of a variable frame rate arrive as they were found, to the last bit', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 });
  const clocks = fc.record({
    timescale: fc.integer({ min: 1, max: 1e9 }),
    start: fc.nat(2 ** 31 - 1),
    steps,
  });
  await fc.assert(
    fc.asyncProperty(clocks, async ({ timescale, start, steps: between }) => {
      let tick = start;
      const ticks = between.map((step) => (tick += step));
      expect(await decodeFrameTimes(sent(ticks, timescale))).toEqual({
        times: Float64Array.from(ticks, (at) => at / timescale),
        endTime: (tick + 1) / timescale,
      });
    }),
  );
});

test('ten hours of 30 frames a second fit into 2 kB, ten of 24/1.001 in the milliseconds of WebM into 300 kB', async () => {
  const frames = [...Array(1_080_000).keys()];
  expect(sent(frames, 30).length).toBeLessThan(2000);
  const milliseconds = frames.slice(0, 863_136).map((frame) => Math.round((frame * 1001) / 24));
  const webm = sent(milliseconds, 1000);
  expect(webm.length).toBeLessThan(300_000);
  expect((await decodeFrameTimes(webm)).times[863_135]).toBe((milliseconds.at(-1) ?? 0) / 1000);
});

test('anything but a frame index, or of another version, is refused', async () => {
  const other = Uint8Array.from([0x56, 0x46, 0x49, 2]);
  for (const text of ['', base64(other), base64(Buffer.from('VFJ'))])
    await expect(decodeFrameTimes(text)).rejects.toThrow(RangeError);
});
