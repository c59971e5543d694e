import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { readFrameIndex } from '../../shared/service/jobs/plan-job.ts';
import { type MediaFiles, openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { fullDecode } from '../support/clips/full-decode.ts';
import { type Api, apiOf, fileForm, settled, upload } from '../support/service/api.ts';
import { startTestService } from '../support/service/test-service.ts';

/** A folder of real clips; without it there is nothing to upload and these tests are skipped. */
const folder = process.env.VMS_CLIPS_DIR;
const clips = folder ? readdirSync(folder) : [];

/** Other formats, and a file without pictures. */
const REFUSED = ['sample.avi', 'sample.mkv', 'sample_audio_only.mp4'];

/** Clips in which no full decode gets through either, and the failure that says so. */
const FAILING: Readonly<Record<string, string>> = {
  'invalid-bitstream.webm': 'CORRUPT_DATA',
  // A box smaller than its own header, behind which nothing can be read.
  'sample_malformed_free_box.mp4': 'MALFORMED',
};

/**
 * Seconds by which FFmpeg's clock differs from the service's. FFmpeg delays a fragmented track with negative
 * composition offsets by the largest of them, and lets an edit that begins within a frame begin with the next one.
 */
const CLOCK_OFFSETS: Readonly<Record<string, number>> = {
  'rotate-buck-bunny.mp4': 2 / 24,
  'sample_edit_list.mp4': -7 / 600,
};
/** A clip of as many bytes takes seconds. */
const LARGE_BYTES = 350_000;
/** `npm test` processes every third of the others; it reads the frames of all (`test/media/decode/decode-clips.test.ts`). */
const isUsual = (clip: string, index: number): boolean =>
  statSync(at(clip)).size < LARGE_BYTES && index % 3 === 0;
const TOLERANCE = 0.001;

const at = (clip: string): string => path.join(folder ?? '', clip);
const present = (names: readonly string[]): string[] => names.filter((name) => clips.includes(name));
const playable = clips.filter((clip) => !REFUSED.includes(clip) && !(clip in FAILING));

describe.skipIf(!folder)('clips of VMS_CLIPS_DIR, uploaded', () => {
  let api: Api;
  let files: MediaFiles;

  beforeAll(async () => {
    const service = await startTestService();
    api = apiOf(service);
    files = openMediaFiles({ variables: service.variables, runtime: systemRuntime });
  });

  test.each(present(REFUSED))('%s is refused as no MP4, MOV or WebM video', async (clip) => {
    const form = fileForm(new Uint8Array(await readFile(at(clip))), clip);
    const { status, body } = await api('POST', '/api/videos/upload', { form });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'UNSUPPORTED_FORMAT', 'file']);
  });

  test.each(present(Object.keys(FAILING)))('%s fails and says why', async (clip) => {
    expect(() => fullDecode(at(clip))).toThrow();
    const video = await settled(api, await upload(api, at(clip)));
    expect([video.status, video.failure?.code]).toEqual(['failed', FAILING[clip]]);
  });

  for (const [index, clip] of playable.entries()) {
    const name = `${clip} is processed, its frames and their times those of a full decode`;
    test(name, isUsual(clip, index) ? {} : { tags: 'long' }, async () => {
      const reference = fullDecode(at(clip)).map((time) => time - (CLOCK_OFFSETS[clip] ?? 0));
      const video = await settled(api, await upload(api, at(clip)));
      expect(video).toMatchObject({
        status: 'processed',
        metadata: { videoDetails: { totalFrames: reference.length } },
      });
      const { times } = await readFrameIndex(files, video.id);
      expect(times).toHaveLength(reference.length);
      const errors = reference.map((time, frame) => Math.abs(time - (times[frame] ?? Number.NaN)));
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    });
  }
});
