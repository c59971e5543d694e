import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { vms } from '../vms.ts';
import { type ServeProcess, serve } from '../vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const at = (...names: string[]): string => path.join(folder.path, ...names);
let service: ServeProcess;
let id: string;
let secret: string;

async function json(...args: string[]) {
  const { code, stdout, stderr } = await vms([...args, '--json', '--data', at('data')]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const exportTo = (out: string, account = 'demo') => json('account', 'export', account, '--out', out);

/** The paths of all files below a folder. */
const filesOf = (out: string): string[] =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
    .sort();

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

beforeAll(async () => {
  await synthesizeClip(at('clip.mp4'), { seconds: 1, width: 160, height: 96 });
  service = await serve(at('data'));
  id = (await json('upload', at('clip.mp4'), '--name', '../../../tmp/COM1:ä', '--wait')).id;
  await json('metadata', 'patch', id, '{"variables":[{"id":"../../evil","value":"NUL"}]}');
  const scopes = ['--scopes', 'project:read,project:edit'];
  ({ secret } = await json('keys', 'create', '--account', 'demo', ...scopes));
}, 120_000);

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test('an export has every file and version under names of the service alone, and no secret', async () => {
  const open = await fetch(`${service.ready.apiUrl}/api/videos/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileName: 'open.mp4', fileSize: 20_000_000 }),
  });
  const { id: uploading } = (await open.json()) as { id: string };
  const out = at('out');
  const done = await exportTo(out);
  expect(done).toMatchObject({ videos: 2, kept: 0, missing: [], stillUploading: [uploading] });
  const own = ['files.jsonl', 'original.mp4', 'versions/1.json', 'versions/2.json', 'video.json'];
  const expected = [
    'account.json',
    ...own.map((name) => `videos/${id}/${name}`),
    ...['files.jsonl', 'video.json'].map((name) => `videos/${uploading}/${name}`),
  ];
  expect(filesOf(out)).toEqual(expected.sort());
  expect(sha256(path.join(out, 'videos', id, 'original.mp4'))).toBe(sha256(at('clip.mp4')));
  const { value } = JSON.parse(readFileSync(path.join(out, 'videos', id, 'versions/2.json'), 'utf8'))
    .variables[0];
  expect(value).toBe('NUL');

  const index = JSON.parse(readFileSync(path.join(out, 'account.json'), 'utf8'));
  expect(index).toMatchObject({
    formatVersion: 1,
    complete: true,
    account: { handle: 'demo' },
    stillUploading: [uploading],
  });
  for (const video of index.videos) {
    const lines = path.join(out, 'videos', video.id, 'files.jsonl');
    expect(sha256(lines)).toBe(video.sha256);
    for (const line of readFileSync(lines, 'utf8').trim().split('\n')) {
      const file = JSON.parse(line);
      expect(sha256(path.join(out, 'videos', video.id, file.name))).toBe(file.sha256);
    }
  }
  expect(index.keys.length).toBeGreaterThan(1);
  const all = filesOf(out).map((name) => readFileSync(path.join(out, name), 'latin1'));
  expect(all.join('\n')).not.toContain(secret);
  expect(all.join('\n')).not.toContain(createHash('sha256').update(secret).digest('hex'));
  // It is of persons: nobody else may read it.
  expect(statSync(out).mode & 0o077).toBe(0);

  // Once more, what has come since is fetched and nothing else.
  await json('metadata', 'patch', id, '{"rules":[{"id":"later"}]}');
  expect(await exportTo(out)).toMatchObject({ files: 6, kept: 3 });
  expect(filesOf(out)).toContain(`videos/${id}/versions/3.json`);
});

test('a folder with an export of another account, or with anything else, is refused and left as it is', async () => {
  await json('keys', 'create', '--account', 'other', '--scopes', 'project:read');
  await exportTo(at('others'), 'other');
  const index = readFileSync(at('others', 'account.json'), 'utf8');
  mkdirSync(at('pictures'));
  writeFileSync(at('pictures', 'cat.jpg'), 'x');
  for (const [name, said] of [
    ['others', 'has an export of another account'],
    ['pictures', 'has something else than an export'],
  ] as const) {
    const refused = await vms(['account', 'export', 'demo', '--out', at(name), '--data', at('data')]);
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([1, '', expect.stringContaining(said)]);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(readFileSync(at('others', 'account.json'), 'utf8')).toBe(index);
  expect(readdirSync(at('pictures'))).toEqual(['cat.jpg']);
  const nowhere = await vms(['account', 'export', 'nobody', '--out', at('none'), '--data', at('data')]);
  expect([nowhere.code, existsSync(at('none'))]).toEqual([1, false]);
});
