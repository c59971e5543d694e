import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeVideo } from '../../../cli/account/write-video.ts';
import { explainFull } from '../../../cli/account/written-file.ts';
import type { ExportedFile } from '../../../shared/service/account-export/exported-video.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ID = '0190e2f0-0000-7000-8000-000000000000';
const CONTENTS = { 'original.mp4': 'the video', 'versions/2.json': '{"b":2}', 'versions/1.json': '{"a":1}' };
const { signal } = new AbortController();

async function* chunksOf(text: string) {
  for (const letter of text) yield Buffer.from(letter);
}

class Died extends Error {}

/** A video whose files note that they are fetched; one dies after so many bytes. */
function video({ dies }: { dies?: string } = {}) {
  const fetched: string[] = [];
  const files = Object.entries(CONTENTS).map(
    ([name, text]): ExportedFile => ({
      name,
      ...(name.startsWith('original') && { etag: '"1"' }),
      async open() {
        fetched.push(name);
        if (dies !== name) return chunksOf(text);
        return (async function* () {
          yield Buffer.from(text.slice(0, 3));
          throw new Died();
        })();
      },
    }),
  );
  return { fetched, exported: { videoId: ID, record: { video: { name: '../../evil' } }, files } };
}

const read = (folder: string, name: string): string =>
  readFileSync(path.join(folder, 'videos', ID, name), 'utf8');

/** The lines of the index, and whether each is true of its file. */
const indexed = (folder: string): string[] =>
  read(folder, 'files.jsonl')
    .trim()
    .split('\n')
    .map((line) => {
      const { name, bytes, sha256 } = JSON.parse(line);
      const content = read(folder, name);
      const isTrue =
        createHash('sha256').update(content).digest('hex') === sha256 && Buffer.byteLength(content) === bytes;
      return `${name} ${isTrue}`;
    });

const COMPLETE = ['video.json true', ...Object.keys(CONTENTS).map((name) => `${name} true`)];

test('a video is written with an index of its files, and what is there and right is not fetched again', async () => {
  using folder = temporaryFolder();
  const first = video();
  expect(await writeVideo(folder.path, first.exported, signal)).toMatchObject({
    files: 4,
    kept: 0,
    missing: [],
  });
  expect(first.fetched).toEqual(Object.keys(CONTENTS));
  expect(indexed(folder.path)).toEqual(COMPLETE);
  const again = video();
  expect(await writeVideo(folder.path, again.exported, signal)).toMatchObject({ files: 4, kept: 3 });
  expect(again.fetched).toEqual([]);
  expect(indexed(folder.path)).toEqual(COMPLETE);
});

test.each(Object.keys(CONTENTS))(
  'a run that dies while it fetches %s is completed by the next',
  async (name) => {
    using folder = temporaryFolder();
    await expect(writeVideo(folder.path, video({ dies: name }).exported, signal)).rejects.toThrow(Died);
    expect(() => read(folder.path, name)).toThrow('ENOENT');
    const next = video();
    await writeVideo(folder.path, next.exported, signal);
    const names = Object.keys(CONTENTS);
    expect(next.fetched).toEqual(names.slice(names.indexOf(name)));
    expect(indexed(folder.path)).toEqual(COMPLETE);
    expect(readdirSync(path.join(folder.path, 'videos', ID)).sort()).toEqual([
      'files.jsonl',
      'original.mp4',
      'versions',
      'video.json',
    ]);
  },
);

test.each([
  ['is cut', (file: string) => truncateSync(file, 2)],
  ['has other content of the same length', (file: string) => writeFileSync(file, 'THE VIDEO')],
])('a file that %s is fetched again, and no other', async (_, damage) => {
  using folder = temporaryFolder();
  await writeVideo(folder.path, video().exported, signal);
  damage(path.join(folder.path, 'videos', ID, 'original.mp4'));
  const next = video();
  await writeVideo(folder.path, next.exported, signal);
  expect(next.fetched).toEqual(['original.mp4']);
  expect(indexed(folder.path)).toEqual(COMPLETE);
});

test('an index that ends within a line costs that file alone', async () => {
  using folder = temporaryFolder();
  await writeVideo(folder.path, video().exported, signal);
  const index = path.join(folder.path, 'videos', ID, 'files.jsonl');
  truncateSync(index, readFileSync(index).length - 20);
  const next = video();
  await writeVideo(folder.path, next.exported, signal);
  expect(next.fetched).toEqual(['versions/1.json']);
  expect(indexed(folder.path)).toEqual(COMPLETE);
});

test('an uploaded file that was replaced is fetched again', async () => {
  using folder = temporaryFolder();
  await writeVideo(folder.path, video().exported, signal);
  const next = video();
  const files = next.exported.files.map((file) => ('etag' in file ? { ...file, etag: '"2"' } : file));
  await writeVideo(folder.path, { ...next.exported, files }, signal);
  expect(next.fetched).toEqual(['original.mp4']);
});

test('what the service does not have any more is named, and the rest is written', async () => {
  using folder = temporaryFolder();
  const { exported } = video();
  const files = exported.files.map((file) =>
    file.name === 'versions/2.json' ? { ...file, open: async () => null } : file,
  );
  const written = await writeVideo(folder.path, { ...exported, files }, signal);
  expect(written).toMatchObject({ files: 3, missing: ['versions/2.json'] });
});

test('a disk that is full is said in a sentence that says how to go on', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explainFull(full, '/exports')).toMatchObject({
    code: 'NO_SPACE',
    message: 'The disk of /exports is full: make room and run the same command again, which goes on.',
  });
  const other = new Error('another');
  expect(explainFull(other, '/exports')).toBe(other);
});
