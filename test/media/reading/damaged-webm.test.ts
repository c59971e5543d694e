import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

let clip: Buffer;

beforeAll(async () => {
  const file = path.join(folder.path, 'clip.webm');
  await numberedClip(file, { container: 'webm', ticks: Array.from({ length: 12 }, (_, i) => i) });
  clip = await readFile(file);
});

const probe = (bytes: Buffer) => probeVideo(bytesSource(bytes), { timeoutMs: 20_000 });

/** The file up to its first cluster, and the replacement. */
const withClusters = (...parts: Uint8Array[]): Buffer =>
  Buffer.concat([clip.subarray(0, clip.indexOf(CLUSTER)), ...parts]);

// The parser searches for the next element in all of these; without bounds it would search for ever.
describe('a WebM file is read to its end', () => {
  test('with junk after its last cluster', async () => {
    const whole = await probe(clip);
    const segmentSize = clip.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4;
    const open = Buffer.from(clip);
    // A segment of unknown size goes on to the end of the file.
    open.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], segmentSize);
    const { frames } = await probe(Buffer.concat([open, Buffer.alloc(100)]));
    expect([...frames.times]).toEqual([...whole.frames.times]);
  });

  test.each([8, 9, 16, 17, 100])('with %i zeros where its clusters were', async (count) => {
    await expect(probe(withClusters(Buffer.alloc(count)))).rejects.toMatchObject({
      reason: expect.stringMatching(/^(truncated|malformed|no-frames)$/),
    });
  });

  test('with a cluster of impossible size', async () => {
    const zeros = Buffer.alloc(60);
    await expect(probe(withClusters(CLUSTER, zeros))).rejects.toMatchObject({ reason: 'truncated' });
    await expect(probe(withClusters(Buffer.alloc(40, 7), CLUSTER, zeros))).rejects.toMatchObject({
      reason: 'truncated',
    });
  });
});
