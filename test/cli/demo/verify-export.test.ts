import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { verifyExport } from '../../../cli/demo/verify-export.ts';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { embed } from '../../media/native/clips.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 12;
const document = Buffer.from('{"schemaVersion":"1.0"}');
let original: Buffer;
let exported: Buffer;

beforeAll(async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  await numberedClip(file, { container: 'mp4', ticks: [...Array(FRAMES).keys()] });
  original = await readFile(file);
  exported = await embed('mp4', original, document);
});

/** The fault of a file, given what it should be. */
async function problemsOf(file: Buffer, expected: { frameCount?: number; document?: Buffer } = {}) {
  const source = bytesSource(file);
  const progress: number[] = [];
  const problems = await verifyExport(source, await probeVideo(source), {
    frameCount: FRAMES,
    document,
    ...expected,
    onProgress: (decoded) => progress.push(decoded),
    signal: new AbortController().signal,
  });
  return { problems, progress };
}

test('an export that plays and carries the document passes, every frame decoded', async () => {
  const { problems, progress } = await problemsOf(exported);
  expect(problems).toEqual([]);
  expect(progress).toEqual(Array.from({ length: FRAMES }, (_, i) => i + 1));
});

test('a file without a document is reported', async () => {
  expect((await problemsOf(original)).problems).toEqual(['no document is embedded']);
});

test('another document is reported, be the difference one byte', async () => {
  const { problems } = await problemsOf(exported, { document: Buffer.from('{"schemaVersion":"1.1"}') });
  expect(problems).toEqual(['the embedded document is another one']);
});

test('frames that got lost are reported', async () => {
  const { problems } = await problemsOf(exported, { frameCount: FRAMES + 1 });
  expect(problems).toEqual([`it has ${FRAMES} frames instead of ${FRAMES + 1}`]);
});
