import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileSource } from '../../shared/media/byte-source.ts';
import { decodeFrames } from '../../shared/media/frame-decoder.ts';
import { sampleFrames } from '../../shared/media/frame-index.ts';
import { probeVideo } from '../../shared/media/probe.ts';
import { frameSignature } from '../../shared/vision/frame-signature.ts';
import { shotBoundaries } from '../../shared/vision/shot-boundaries.ts';

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

describe.skipIf(!folder)('with VMS_CLIPS_DIR, sampled at 5 frames a second', () => {
  test.each(clips)('the cuts of %s are found, and nothing else', async (clip, expected) => {
    await using source = await fileSource(path.join(folder ?? '', clip));
    const { frames: index } = await probeVideo(source);
    const samples = sampleFrames(index, 5).slice(0, 200);
    const signatures: Uint8Array[] = [];
    const size = { width: 320, height: 180, format: 'rgb24' } as const;
    for await (const { data } of decodeFrames(source, index, samples, size))
      signatures.push(frameSignature(data, size.width, size.height));
    expect(shotBoundaries(signatures).map((position) => samples[position])).toEqual(expected);
  });
});
