import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import { ApiFailure, UnreadableFile } from '../../../client/failure.ts';
import { uploadFile } from '../../../client/files/upload-file.ts';
import { parseMultipart } from '../../../shared/http/multipart.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { httpServer } from '../http-server.ts';

const MIB = 1024 * 1024;

test('the file arrives whole under its name, with its length announced and the fields before it', async () => {
  using folder = temporaryFolder();
  const bytes = randomBytes(3 * MIB + 17);
  const file = path.join(folder.path, 'größer "1".mp4');
  await writeFile(file, bytes);
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  await using server = await httpServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(201).end('{"id":"v","name":"n","status":"uploading","uploadProgress":0}');
  });
  const client = createClient({ apiUrl: server.url, apiKey: 'k' });
  const progress: number[] = [];
  const onProgress = (sent: number, total: number): void => {
    progress.push(sent);
    expect(total).toBe(bytes.length);
  };

  const video = await uploadFile(client, file, { name: 'A name', autoProcess: true, onProgress });

  expect(video.id).toBe('v');
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received;
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers['transfer-encoding']).toBeUndefined();
  const form = parseMultipart(body, headers['content-type'] ?? '', {
    file: 'file',
    maxFileBytes: 10 * MIB,
    tooLarge: '',
  });
  expect(form.fields).toEqual({ name: 'A name', autoProcess: 'true' });
  expect(form.file.name).toBe('größer %221%22.mp4');
  expect(Buffer.from(form.file.bytes).equals(bytes)).toBe(true);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(bytes.length);
});

test('a refusal is heard before the whole file is sent', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  const size = 64 * MIB;
  await writeFile(file, Buffer.alloc(size));
  await using server = await httpServer((_, response) => {
    response.writeHead(400).end('{"error":{"code":"FILE_TOO_LARGE","message":"Too large."}}');
  });
  const client = createClient({ apiUrl: server.url, apiKey: 'k' });
  let sent = 0;
  const onProgress = (bytes: number): void => {
    sent = bytes;
  };
  await expect(uploadFile(client, file, { onProgress })).rejects.toThrow(ApiFailure);
  expect(sent).toBeLessThan(size);
});

test('anything but a file is reported as such, and the network is not blamed', async () => {
  using folder = temporaryFolder();
  const client = createClient({ apiUrl: 'http://127.0.0.1:1', apiKey: 'k' });
  await mkdir(path.join(folder.path, 'clip.mp4'));
  await expect(uploadFile(client, path.join(folder.path, 'clip.mp4'))).rejects.toThrow(UnreadableFile);
  await expect(uploadFile(client, path.join(folder.path, 'none.mp4'))).rejects.toThrow('ENOENT');
});

test('an upload ends when it is aborted', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  await writeFile(file, Buffer.alloc(MIB));
  const controller = new AbortController();
  await using server = await httpServer((request) => {
    request.resume();
    once(request, 'end').then(() => controller.abort(new Error('enough')));
  });
  const client = createClient({ apiUrl: server.url, apiKey: 'k' });
  await expect(uploadFile(client, file, { signal: controller.signal })).rejects.toThrow('enough');
});
