import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConnectionFailure } from '../../../client/failure.ts';
import { downloadFile } from '../../../client/files/download-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { httpServer } from '../http-server.ts';

test('a download lands under its name and reports its progress', async () => {
  using folder = temporaryFolder();
  await using server = await httpServer((_, response) => response.end('0123456789'));
  const file = path.join(folder.path, 'export.mp4');
  const progress: number[] = [];
  await downloadFile(server.url, file, { size: 10, onProgress: (received) => progress.push(received) });
  expect(await readFile(file, 'utf8')).toBe('0123456789');
  expect(progress.at(-1)).toBe(10);
  expect(await readdir(path.dirname(file))).toEqual(['export.mp4']);
});

test.each([
  ['a shorter one', '01234', 200],
  ['an error page', 'AccessDenied', 403],
])('%s than announced leaves nothing behind', async (_, body, status) => {
  using folder = temporaryFolder();
  await using server = await httpServer((_request, response) => response.writeHead(status).end(body));
  const downloading = downloadFile(server.url, path.join(folder.path, 'export.mp4'), { size: 10 });
  await expect(downloading).rejects.toThrow(ConnectionFailure);
  expect(await readdir(folder.path)).toEqual([]);
});

test('a connection that breaks leaves nothing behind', async () => {
  using folder = temporaryFolder();
  await using server = await httpServer((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('01234', () => response.destroy());
  });
  const downloading = downloadFile(server.url, path.join(folder.path, 'export.mp4'), { size: 10 });
  await expect(downloading).rejects.toThrow(ConnectionFailure);
  expect(await readdir(folder.path)).toEqual([]);
});
