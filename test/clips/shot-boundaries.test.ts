import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { sampleFrames } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import { frameSignature } from '../../shared/vision/camera/frame-signature.ts';
import { shotBoundaries } from '../../shared/vision/camera/shot-boundaries.ts';
import { sampledRows } from '../support/run/long.ts';

/** Frames at which a new shot begins, seen by eye. The bunny is a fade, the phone in the hand shakes. */
const SHOTS: Readonly<Record<string, readonly number[]>> = {
  'bbb_642x642_768kbps_30fps_vp9.webm': [6],
  'bottle-detection.mp4': [],
  'one-by-one-person-detection.mp4': [],
  'rotate-buck-bunny.mp4': [],
  'sample_with_increasing_timestamps_320w_240h.mp4': [],
  'internal_emulator_transformer_output.mp4': [],
};

const folder = process.env.VMS_CLIPS_DIR;
const clips = Object.entries(SHOTS).filter(([clip]) => existsSync(path.join(folder ?? '', clip)));

const SIZE = { width: 320, height: 180, format: 'rgb24' } as const;

/** Of the first samples at 5 frames a second. */
async function signaturesOf(clip: string, most: number): Promise<{ frame: number; signature: Uint8Array }[]> {
  await using source = await fileSource(path.join(folder ?? '', clip));
  const { frames: index } = await probeVideo(source);
  const samples = sampleFrames(index, 5).slice(0, most);
  const signatures: { frame: number; signature: Uint8Array }[] = [];
  for await (const { frame, data } of decodeFrames(source, index, samples, SIZE))
    signatures.push({ frame, signature: frameSignature(data, SIZE.width, SIZE.height) });
  return signatures;
}

describe.skipIf(!folder)('with VMS_CLIPS_DIR, sampled at 5 frames a second', () => {
  test.each(sampledRows(clips))(
    'the cuts of %s are found, and nothing else',
    { tags: 'sampled' },
    async (clip, expected) => {
      const signatures = await signaturesOf(clip, 200);
      const found = shotBoundaries(signatures.map(({ signature }) => signature));
      expect(found.map((position) => signatures[position]?.frame)).toEqual(expected);
    },
  );

  test('a cut from one clip to another is nearly always found', async () => {
    const shots: Uint8Array[][] = [];
    for (const [clip] of clips) {
      shots.push((await signaturesOf(clip, 15)).slice(-8).map(({ signature }) => signature));
    }
    const pairs = shots.flatMap((before) =>
      shots.filter((after) => after !== before).map((after) => ({ before, after })),
    );
    const found = pairs.filter(({ before, after }) =>
      shotBoundaries([...before, ...after]).includes(before.length),
    );
    console.info(`${found.length} of ${pairs.length} cuts found`);
    expect(found.length / pairs.length).toBeGreaterThan(0.85);
  });
});
