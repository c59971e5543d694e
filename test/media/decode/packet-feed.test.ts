import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { packetFeed } from '../../../shared/media/decode/packet-feed.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';
import { picturelessVideo } from '../../support/videos/pictureless-video.ts';
import { encodeClip } from '../native/clips.ts';

const SAMPLES = 10_000;

/** How often the event loop turns until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    isDone = true;
  });
  return turns;
}

test('a search back through thousands of key frames that are none lets timers and others run', async () => {
  const source = bytesSource(picturelessVideo(await encodeClip({ container: 'mp4', bFrames: 0 }), SAMPLES));
  const { frames } = await probeVideo(source);
  using video = await openVideo(source, 'sequential');
  const last = SAMPLES - 1;
  const feed = packetFeed(video, frames, [{ keyFrame: last, frames: [last] }]);
  expect(await turnsDuring(feed.next())).toBeGreaterThan(SAMPLES / 100);
  await feed.return();
});
