import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { leadingFrames, withoutLeading } from '../../../shared/media/decode/leading-frames.ts';
import { sampleFrames } from '../../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import type { VideoProbe } from '../../../shared/media/probe/video-probe.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import { fullDecode } from '../../support/clips/full-decode.ts';
import { longFrom, sampled, sampledRows } from '../../support/run/long.ts';

/** A folder of real clips, set by VMS_CLIPS_DIR; without it these tests are skipped. */
const folder = process.env.VMS_CLIPS_DIR;
const clips = folder ? readdirSync(folder) : [];

/** Clips that are refused, and why. */
const refusals: Record<string, string> = {
  'sample.avi': 'not-a-video',
  'sample.mkv': 'not-a-video',
  'sample_audio_only.mp4': 'no-video-track',
  'sample_malformed_free_box.mp4': 'malformed',
};

/**
 * Seconds by which FFmpeg's clock differs from that of the FrameIndex. FFmpeg delays a fragmented track with negative
 * composition offsets by the largest of them, and lets an edit that begins within a frame begin with the next one.
 */
const clockOffsets: Record<string, number> = {
  'rotate-buck-bunny.mp4': 2 / 24,
  'sample_edit_list.mp4': -7 / 600,
};

/** A clip of as many bytes takes seconds. */
const LARGE_BYTES = 200_000;
/** Groups of pictures that are decoded alone: of ProRes each picture is one. */
const MAX_GROUPS = sampled(12);

const damagedPictures = new Set(['invalid-bitstream.webm']);
const playable = clips.filter((clip) => !(clip in refusals) && !damagedPictures.has(clip));

describe.skipIf(!folder)('clips of VMS_CLIPS_DIR', { timeout: 120_000 }, () => {
  const at = (clip: string): string => path.join(folder ?? '', clip);

  test.each(Object.entries(refusals).filter(([clip]) => clips.includes(clip)))(
    '%s is refused: %s',
    async (clip, reason) => {
      await using source = await fileSource(at(clip));
      await expect(probeVideo(source)).rejects.toMatchObject({ name: 'MediaError', reason });
    },
  );

  test.each(clips.filter((clip) => damagedPictures.has(clip)))('no picture of %s comes out', async (clip) => {
    await using source = await fileSource(at(clip));
    const { frames } = await probeVideo(source);
    const decoded: number[] = [];
    for await (const { frame } of decodeFrames(source, frames, [...frames.times.keys()], small))
      decoded.push(frame);
    expect(decoded).toEqual([]);
  });

  for (const clip of playable)
    test(
      `${clip}: the frames and times are those of a full decode`,
      longFrom(LARGE_BYTES, statSync(at(clip)).size),
      async () => {
        await using source = await fileSource(at(clip));
        const { frames } = await ingestedProbe(source);
        const reference = fullDecode(at(clip));
        expect(frames.times).toHaveLength(reference.length);
        for (const [frame, time] of reference.entries()) {
          expect(Math.abs(time - (clockOffsets[clip] ?? 0) - (frames.times[frame] ?? 0))).toBeLessThan(0.001);
        }
      },
    );

  // In `npm test` every other one of those that are not large.
  for (const [index, clip] of playable.entries()) {
    const name = `${clip}: every frame comes out, and alone, in its group or among samples it has the same bytes`;
    test(name, {
      tags: index % 2 === 0 && statSync(at(clip)).size < LARGE_BYTES ? 'sampled' : 'long',
    }, async () => {
      await using source = await fileSource(at(clip));
      const { frames } = await ingestedProbe(source);
      const all = [...frames.times.keys()];
      const hashes: string[] = [];
      for await (const { frame, data } of decodeFrames(source, frames, all, small)) {
        expect(frame).toBe(hashes.length);
        hashes.push(createHash('sha256').update(data).digest('hex'));
      }
      expect(hashes).toHaveLength(all.length);
      const alone = sampledRows([Math.floor(all.length * 0.6), 0, all.length - 1]).map((frame) => [frame]);
      const groups = [...frames.keyFrames]
        .slice(0, MAX_GROUPS)
        .map((key, i) => all.slice(key, frames.keyFrames[i + 1]));
      for (const wanted of [...alone, ...groups, sampleFrames(frames, 5)]) {
        const delivered: number[] = [];
        for await (const { frame, data } of decodeFrames(source, frames, wanted, small)) {
          delivered.push(frame);
          expect(createHash('sha256').update(data).digest('hex')).toBe(hashes[frame]);
        }
        expect(delivered).toEqual(wanted);
      }
    });
  }
});

const small = { width: 160, height: 90, format: 'rgb24' } as const;

/** What ingest finds out. */
async function ingestedProbe(source: ByteSource): Promise<VideoProbe> {
  const probe = await probeVideo(source);
  return withoutLeading(probe, await leadingFrames(source, probe));
}
