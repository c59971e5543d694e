import path from 'node:path';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { temporaryFolder } from '../service/test-service.ts';

/** Writes a clip of moving shapes, 160 × 90 pixels, that is removed after the tests of this file. */
export async function shortClip(seconds: number, fps = 5): Promise<string> {
  const clip = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(clip, { seconds, width: 160, height: 90, fps });
  return clip;
}
