import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { type NumberedClipOptions, numberedClip } from '../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const even = (frames: number): number[] => [...Array(frames).keys()];

const UNEVENNESS_MS = [0, 9, 17, 4];

/** Milliseconds, from 20 to 42 apart: as phones record. */
const uneven = (frames: number): number[] =>
  even(frames).map((frame) => frame * 33 + (UNEVENNESS_MS[frame % 4] ?? 0));

const B_FRAMES = { container: 'mp4', bFrames: 3, keyInterval: 24 } as const;

/**
 * Files of each way in which frames and times can differ: 96 frames that show their numbers. `npm test` shows every frame
 * of the first two.
 */
export const CLIPS = {
  '30 frames a second': { container: 'mp4', ticks: even(96), keyInterval: 24 },
  'B-frames in fragments, with negative composition offsets': {
    ...B_FRAMES,
    ticks: even(96),
    muxerOptions: {
      movflags: 'frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets',
      use_editlist: '0',
    },
  },
  '60 frames a second': { container: 'mp4', ticks: even(96), keyInterval: 24, ticksPerSecond: 60 },
  'frames at uneven times': { container: 'mp4', ticks: uneven(96), keyInterval: 24, ticksPerSecond: 1000 },
  'frames turned by 90°': { container: 'mp4', ticks: even(96), keyInterval: 24, rotation: 90 },
  'B-frames with an edit list': { ...B_FRAMES, ticks: even(96) },
  'B-frames without an edit list': { ...B_FRAMES, ticks: even(96), muxerOptions: { use_editlist: '0' } },
  'VP9 in WebM': { container: 'webm', ticks: even(96), keyInterval: 24 },
} as const satisfies Record<string, NumberedClipOptions>;

export interface MadeClip {
  readonly file: Buffer;
  readonly type: string;
  /** Presentation time of each frame, seconds, as the service finds them in the file. */
  readonly times: readonly number[];
  /** Displayed, pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

export async function makeClip(options: NumberedClipOptions): Promise<MadeClip> {
  using folder = temporaryFolder();
  const name = path.join(folder.path, `clip.${options.container}`);
  await numberedClip(name, options);
  const file = await readFile(name);
  const { frames, width, height } = await probeVideo(bytesSource(file));
  return { file, type: `video/${options.container}`, times: [...frames.times], size: { width, height } };
}
