import path from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../cli/failures.ts';
import { exportOf, JPEG, requireFileTarget } from '../../cli/output-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const KINDS = { jpeg: JPEG, native: exportOf('native'), json: exportOf('json') };
const at = (name: string): string => path.join(folder.path, name);

test.each([
  ['jpeg', 'sheet.jpg'],
  ['jpeg', 'sheet.JPEG'],
  ['jpeg', 'sheet'],
  ['jpeg', 'sheet.2026-11'],
  ['jpeg', '.hidden'],
  ['native', 'clip.mp4'],
  ['native', 'clip.MOV'],
  ['native', 'clip.webm'],
  ['json', 'document.json'],
  ['json', 'document.txt'],
] as const)('%s may be written to %s', async (kind, name) => {
  await expect(requireFileTarget(at(name), KINDS[kind])).resolves.toBeUndefined();
});

test.each([
  ['jpeg', 'z.png', 'a JPEG picture is written, which is no .png file: name it ', 'z.jpg'],
  ['jpeg', 'my.sheet.WebP', 'a JPEG picture is written, which is no .WebP file: name it ', 'my.sheet.jpg'],
  ['jpeg', 'clip.mp4', 'a JPEG picture is written, which is no .mp4 file: name it ', 'clip.jpg'],
  [
    'native',
    'clip.json',
    'the video with its metadata embedded is written, which is no .json file: name it ',
    'clip.mp4',
  ],
  ['json', 'clip.webm', 'the metadata document is written, which is no .webm file: name it ', 'clip.json'],
] as const)(
  '%s is not written to %s, and a better name is suggested',
  async (kind, name, message, better) => {
    const refused = requireFileTarget(at(name), KINDS[kind]);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(`--out: ${message}${at(better)}.`);
  },
);

test('a folder that has the name of a picture is said to be a folder', async () => {
  const refused = requireFileTarget(`${at('sheets.png')}/`, JPEG);
  await expect(refused).rejects.toMatchObject({ code: 'IS_A_FOLDER' });
});
