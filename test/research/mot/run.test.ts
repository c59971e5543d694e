import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let folder = '';
beforeEach(() => {
  const temporary = temporaryFolder();
  onTestFinished(() => temporary[Symbol.dispose]());
  folder = temporary.path;
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in the temporary folder. */
const mot = async (...args: string[]): Promise<Ended> =>
  await promisify(execFile)(process.execPath, [path.join(root, 'research/mot/run.ts'), ...args], {
    cwd: folder,
    env: { ...process.env, VMS_MOT_DIR: '' },
  }).then(
    (streams) => ({ code: 0, ...streams }),
    (error: Ended) => error,
  );

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const read = (name: string) => readFile(path.join(folder, name), 'utf8');
const track = (detections: string, out = 'out.txt') =>
  mot('--detections', detections, '--out', out, '--fps', '10');

const walk = (from: number): string =>
  Array.from({ length: 10 }, (_, i) => `${from + i},-1,${100 + 3 * i},50,20,60,0.9`).join('\n');

test('detections become tracks', async () => {
  await write('det.txt', `${walk(1)}\n`);
  expect(await track('det.txt')).toEqual({ code: 0, stdout: '', stderr: '' });
  const rows = (await read('out.txt')).trimEnd().split('\n');
  expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(
    Array.from({ length: 10 }, (_, i) => `${i + 1},1`),
  );
});

test('no detections become no tracks', { tags: 'long' }, async () => {
  await write('det.txt', '\n');
  expect(await track('det.txt')).toEqual({ code: 0, stdout: '', stderr: 'det.txt has no detections.\n' });
  expect(await read('out.txt')).toBe('');
});

test('where no detections make a track, this is reported', { tags: 'long' }, async () => {
  await write('det.txt', '1,-1,100,50,20,60,0.05\n');
  expect(await track('det.txt')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'The detections in det.txt make no track.\n',
  });
  expect(await read('out.txt')).toBe('');
});

test('a detection at frame 10⁹ is tracked like any other', { tags: 'long' }, async () => {
  await write('det.txt', `${walk(1)}\n${walk(1_000_000_000)}\n`);
  expect((await track('det.txt')).code).toBe(0);
  const ids = (await read('out.txt'))
    .trimEnd()
    .split('\n')
    .map((row) => row.split(',')[1]);
  expect(new Set(ids)).toEqual(new Set(['1', '2']));
});

test('a row that is wrong is reported in one line, and what was there before stays', async () => {
  await write('det.txt', `${walk(1)}\n11,-1,0,0,-5,60,0.9\n`);
  await write('out.txt', 'earlier tracks');
  expect(await track('det.txt')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'det.txt:11: the width is -5; it must be above 0\n',
  });
  expect(await read('out.txt')).toBe('earlier tracks');
  expect((await readdir(folder)).sort()).toEqual(['det.txt', 'out.txt']);
});

test.each([
  ['--table', '--detections', 'det.txt', '--out', 'out.txt', '--fps', '10'],
  ['--speed', '20', '--stride', '3'],
  ['--scenes', '--fit'],
])('%s with %s is refused, as one would be ignored', { tags: 'long' }, async (...args) => {
  const { code, stderr } = await mot(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--(table|speed|scenes) goes with no other option\.\n/);
});

test('detections are not replaced by their tracks, by whatever name', { tags: 'long' }, async () => {
  await write('det.txt', walk(1));
  await symlink('det.txt', path.join(folder, 'link.txt'));
  for (const out of ['det.txt', './det.txt', 'link.txt']) {
    expect(await track('det.txt', out)).toMatchObject({
      code: 2,
      stderr: '--out names what --detections reads.\n',
    });
  }
  expect(await read('det.txt')).toBe(walk(1));
});

test('a link to the output stays a link', { tags: 'long' }, async () => {
  await write('det.txt', walk(1));
  await write('real.txt', '');
  await symlink('real.txt', path.join(folder, 'link.txt'));
  await track('det.txt', 'link.txt');
  expect(await read('real.txt')).toMatch(/^1,1,/);
  expect((await readdir(folder)).sort()).toEqual(['det.txt', 'link.txt', 'real.txt']);
});

test('a link to nothing stays a link, to the tracks', { tags: 'long' }, async () => {
  await write('det.txt', walk(1));
  await symlink('real.txt', path.join(folder, 'link.txt'));
  expect((await track('det.txt', 'link.txt')).code).toBe(0);
  expect(await read('real.txt')).toMatch(/^1,1,/);
});

test('a link to itself is refused', { tags: 'long' }, async () => {
  await write('det.txt', walk(1));
  await symlink('link.txt', path.join(folder, 'link.txt'));
  const ended = await track('det.txt', 'link.txt');
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toBe('Links lead in a circle: link.txt\n');
});

test('tracks can go to a pipe', { tags: 'long' }, async () => {
  await write('det.txt', walk(1));
  await promisify(execFile)('mkfifo', [path.join(folder, 'pipe')]);
  const [piped] = await Promise.all([read('pipe'), track('det.txt', 'pipe')]);
  expect(piped).toMatch(/^1,1,/);
});

describe('files that cannot be used are named in one line:', () => {
  test.each([
    ['a missing input', ['none.txt', 'out.txt'], 'There is no such file or folder: none.txt'],
    ['a folder as input', ['folder', 'out.txt'], 'This is a folder, not a file: folder'],
    ['an output in no folder', ['det.txt', 'none/out.txt'], 'There is no folder'],
    ['a folder as output', ['det.txt', 'folder'], 'folder names a folder, not a file.'],
  ] as const)('%s', async (_, [detections, out], message) => {
    await write('det.txt', walk(1));
    await mkdir(path.join(folder, 'folder'));
    const { code, stderr } = await track(detections, out);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(message);
    expect((await readdir(folder)).sort()).toEqual(['det.txt', 'folder']);
  });
});

describe('a wrong command line is reported in one line and ends with exit code 2:', { tags: 'long' }, () => {
  const files = ['--detections', 'det.txt', '--out', 'out.txt'];
  const all = [...files, '--fps', '10'];
  test.each([
    ['nothing', [], '--detections FILE --out FILE --fps F are needed'],
    [
      'no output',
      ['--detections', 'det.txt', '--fps', '10'],
      '--detections FILE --out FILE --fps F are needed',
    ],
    ['an unknown option', [...all, '--strides', '2'], "Unknown option '--strides'"],
    ['an operand', [...all, 'more.txt'], '"more.txt" is not expected here.'],
    ['no value', [...all, '--stride'], "Option '--stride <value>' argument missing."],
    [
      'an option as value',
      ['--detections', '--out', 'out.txt'],
      "Option '--detections' argument is ambiguous.",
    ],
    [
      'an empty name',
      ['--detections', '', '--out', 'out.txt', '--fps', '1'],
      '--detections must not be empty.',
    ],
    ['no frame rate', [...files, '--fps', '0'], '--fps must be a number from 0.01 to 1000, not "0".'],
    ['a frame rate that is no number', [...files, '--fps', 'NaN'], '--fps must be a number'],
    ['a stride of 0', [...all, '--stride', '0'], '--stride must be a whole number'],
    ['a fractional stride', [...all, '--stride', '1.5'], '--stride must be a whole number'],
    ['no crowd', ['--speed', '0'], '--speed must be a whole number'],
    ['no folder of sequences', ['--table'], 'VMS_MOT_DIR must name a folder'],
  ])('%s', async (_, args, message) => {
    await write('det.txt', walk(1));
    const { code, stdout, stderr } = await mot(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(await readdir(folder)).toEqual(['det.txt']);
  });
});

test('--help names all options', { tags: 'long' }, async () => {
  const { code, stdout } = await mot('--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/--detections FILE .*--stride N .*--left-out /s);
});
