import path from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../cli/failures.ts';
import { requireFileTarget } from '../../cli/output-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const at = (name: string): string => path.join(folder.path, name);

test.each([
  ['jpeg', 'sheet.jpg'],
  ['jpeg', 'sheet.JPEG'],
  ['jpeg', 'sheet'],
  ['jpeg', 'sheet.2026-11'],
  ['jpeg', '.hidden'],
  ['video', 'clip.mp4'],
  ['video', 'clip.MOV'],
  ['video', 'clip.webm'],
  ['json', 'document.json'],
  ['json', 'document.txt'],
] as const)('%s may be written to %s', async (kind, name) => {
  await expect(requireFileTarget(at(name), kind)).resolves.toBeUndefined();
});

test.each([
  ['jpeg', 'z.png', 'a JPEG picture is written, which is no .png file: name it ', 'z.jpg'],
  ['jpeg', 'my.sheet.WebP', 'a JPEG picture is written, which is no .WebP file: name it ', 'my.sheet.jpg'],
  ['jpeg', 'clip.mp4', 'a JPEG picture is written, which is no .mp4 file: name it ', 'clip.jpg'],
  ['video', 'clip.json', 'a video is written, which is no .json file: name it ', 'clip.mp4'],
  ['json', 'clip.webm', 'a JSON document is written, which is no .webm file: name it ', 'clip.json'],
] as const)('%s is not written to %s, and a better name is told', async (kind, name, message, better) => {
  const refused = requireFileTarget(at(name), kind);
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(`--out: ${message}${at(better)}.`);
});

test('a folder that has the name of a picture is said to be a folder', async () => {
  const refused = requireFileTarget(`${at('sheets.png')}/`, 'jpeg');
  await expect(refused).rejects.toMatchObject({ code: 'IS_A_FOLDER' });
});
