import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { encodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { sampledRows } from '../../support/run/long.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = temporaryFolder();
const at = (...parts: string[]): string => path.join(folder.path, ...parts);
const out = at('poses.csv');
const CORNERS = '20,20,80,20,80,70,20,70';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const planar = (video: string, corners = CORNERS, target = out): Promise<Ended> =>
  promisify(execFile)(
    process.execPath,
    ['research/planar/run.ts', '--video', video, `--corners=${corners}`, '--out', target],
    { cwd: root },
  ).then(
    (streams) => ({ code: 0, ...streams }),
    (error: Ended) => error,
  );

const picture = (width: number, height: number): Promise<Uint8Array> =>
  encodeJpeg({
    width,
    height,
    data: Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * i) % 251),
  });

beforeAll(async () => {
  await mkdir(at('whole'));
  for (const n of [1, 2, 3]) await writeFile(at('whole', `p${n}.jpg`), await picture(128, 96));
  await writeFile(at('whole', 'other1.jpg'), await picture(128, 96));
  await writeFile(at('whole', 'other2.jpg'), await picture(64, 96));
  await writeFile(at('whole', 'text1.jpg'), 'no picture');
  await mkdir(at('whole', 'folder1.jpg'));
  await writeFile(at('whole', '50%.mp4'), 'no video');
  await symlink(at('whole', 'p2.jpg'), at('whole', 'link.csv'));
});

test('planar writes a row for every numbered picture', async () => {
  expect(await planar(at('whole', 'p%d.jpg'))).toMatchObject({ code: 0 });
  const rows = (await readFile(out, 'utf8')).trimEnd().split('\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['frame', '0', '1', '2']);
  expect(rows[1]).toBe('0,20.000,20.000,80.000,20.000,80.000,70.000,20.000,70.000,1.0000');
});

test.each(
  sampledRows([
    ['cross', '20,20,80,70,80,20,20,70', 'cross'],
    ['leave one inside', '20,20,80,20,40,40,20,70', 'inside the triangle'],
    ['lie on a line', '20,20,50,20,80,20,20,70', 'on the line'],
    ['are too far away', '0,0,2e6,0,2e6,100,0,100', 'frames of the frame'],
    ['are outside the frame', '-90,20,-20,20,-20,70,-90,70', 'half of the surface inside'],
    ['are hexadecimal', '0x14,20,80,20,80,70,20,70', 'numbers'],
    ['are nearly in one place', '20,20,20.5,20,20.5,20.5,20,20.5', 'at least 16 pixels apart'],
  ]),
)('planar refuses corners that %s in one line', { tags: 'sampled' }, async (_, corners, told) => {
  const { code, stderr } = await planar(at('whole', 'p%d.jpg'), corners);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--corners must .*\n$/);
  expect(stderr).toContain(told);
});

test.each(
  sampledRows([
    ['a folder', '.', /^.* is a folder, not a video\.\n$/],
    ['pictures that are not there', 'whole/none%d.jpg', /^No pictures are called .*none%d\.jpg\.\n$/],
    ['a pattern without a number', 'whole/%s.jpg', /^No pictures are called .*%s\.jpg\.\n$/],
    ['pictures of two sizes', 'whole/other%d.jpg', /^.*other2\.jpg has another size than .*other1\.jpg\.\n$/],
    [
      'a folder in place of a picture',
      'whole/folder%d.jpg',
      /^.*folder1\.jpg is not a JPEG picture that can be read\.\n$/,
    ],
    ['a file that is no video though its name has a %', 'whole/50%.mp4', /50%\.mp4: The file is not .*\n$/],
    // FFmpeg's own warning may come before it.
    [
      'what is no picture',
      'whole/text%d.jpg',
      /^(\[.*\n)*.*text1\.jpg is not a JPEG picture that can be read\.\n$/,
    ],
  ]),
)('planar refuses %s in one line', { tags: 'sampled' }, async (_, video, told) => {
  const { code, stderr } = await planar(at(video));
  expect(code).toBe(1);
  expect(stderr).toMatch(told);
});

test('planar reports a picture that is missing between others, and counts those that are there', {
  tags: 'long',
}, async () => {
  await mkdir(at('gap'));
  for (const n of ['08', '09', '11']) await writeFile(at('gap', `${n}.jpg`), await picture(128, 96));
  const { code, stderr } = await planar(at('gap', '%02d.jpg'));
  expect([code, stderr]).toEqual([
    0,
    `${at('gap', '10.jpg')} is missing; frames count the pictures that are there.\n`,
  ]);
  expect((await readFile(out, 'utf8')).trimEnd().split('\n')).toHaveLength(4);
});

test.each([
  [['--video', 'a.mp4', '--table'], 'four different things'],
  [['--table', '--out', 'poses.csv'], 'are for --video'],
  [['--video', 'a.mp4', '--seeds', '3'], '--seeds is for --table'],
  [['--video', 'a.mp4', '--without', 'borders'], '--without is for'],
  [['--video', 'a.mp4', '--frame', '3'], '--corners …, --out FILE must be given'],
  [[], '--video FILE, --corners …, --out FILE must be given'],
])(
  'planar refuses %j, which it would ignore or which is not enough',
  { tags: 'long' },
  async (options, told) => {
    const { code, stderr } = await promisify(execFile)(
      process.execPath,
      ['research/planar/run.ts', ...options],
      {
        cwd: root,
      },
    ).then(
      (streams) => ({ code: 0, ...streams }),
      (error: Ended) => error,
    );
    expect(code).toBe(2);
    expect(stderr).toContain(told);
  },
);

test('planar does not write over what it reads, by whatever name', { tags: 'long' }, async () => {
  const before = await readFile(at('whole', 'p2.jpg'));
  const { code, stderr } = await planar(at('whole', 'p%d.jpg'), CORNERS, at('whole', 'link.csv'));
  expect([code, stderr]).toEqual([2, '--out names what --video reads.\n']);
  expect(await readFile(at('whole', 'p2.jpg'))).toEqual(before);
});
