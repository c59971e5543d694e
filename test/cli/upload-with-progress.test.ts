import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { Terminal } from '../../cli/terminal.ts';
import { uploadWithProgress } from '../../cli/upload-with-progress.ts';
import { createClient } from '../../client/client.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const SIZE = LIMITS.inlineUploadBytes + 1;
/** A file that begins with these bytes and takes an upload in parts. */
async function fileOf(name: string, head: string): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, head, 'latin1');
  await truncate(file, SIZE);
  return file;
}

test('a file that is no video by its first bytes is refused before anything is sent, in the words of the service', async () => {
  const asked: unknown[] = [];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async (url) => {
      asked.push(url);
      throw new Error('nothing is to be sent');
    },
  });
  const context = {
    terminal: new Terminal(new PassThrough(), new PassThrough()),
    signal: new AbortController().signal,
  };
  for (const [head, message] of [
    ['RIFF\x24\0\0\0AVI LIST', 'The file is an AVI file. Convert it to MP4, MOV or WebM.'],
    ['nothing known', 'The file is not an MP4, MOV or WebM video.'],
  ] as const) {
    const refused = uploadWithProgress(context, client, await fileOf('clip.mp4', head));
    await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT', message });
  }
  expect(asked).toEqual([]);
});
