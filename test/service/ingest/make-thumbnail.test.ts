import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { makeThumbnail } from '../../../shared/service/ingest/make-thumbnail.ts';
import { encodeClip } from '../../media/native/clips.ts';
import { picturelessVideo } from '../../support/videos/pictureless-video.ts';

const pictureless = async (samples: number) =>
  bytesSource(picturelessVideo(await encodeClip({ container: 'mp4', bFrames: 0 }), samples));

test('a sound structure around pictures that are none fails with the damage', async () => {
  const source = await pictureless(100);
  const probe = await probeVideo(source);
  expect(probe.frames.times).toHaveLength(100);
  await expect(makeThumbnail(source, probe)).rejects.toMatchObject({ reason: 'corrupt-data' });
});

test('a search for a picture through all of a long video ends in time, and leaves the main thread free', async () => {
  const source = await pictureless(200_000);
  const probe = await probeVideo(source);
  const before = performance.eventLoopUtilization();
  await expect(makeThumbnail(source, probe, 2_000)).rejects.toMatchObject({ reason: 'timeout' });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

test('a source that cannot be read fails with its own error', async () => {
  const source = await pictureless(100);
  const probe = await probeVideo(source);
  const broken = { size: source.size, read: () => Promise.reject(new Error('no bytes')) };
  await expect(makeThumbnail(broken, probe)).rejects.toThrow('no bytes');
});
