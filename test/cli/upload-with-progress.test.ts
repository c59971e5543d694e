import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { Terminal } from '../../cli/terminal.ts';
import { uploadWithProgress } from '../../cli/upload-with-progress.ts';
import { createClient } from '../../client/client.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const SIZE = LIMITS.inlineUploadBytes + 1;
const PARTS = [{ number: 1, url: 'http://store.test/1' }];

/** A file that begins with these bytes and takes an upload in parts. */
async function fileOf(name: string, head: string): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, head, 'latin1');
  await truncate(file, SIZE);
  return file;
}

const mp4 = await fileOf('a clip.mp4', '\0\0\0\x14ftypisom\0\0\0\0isom');

/** The head of the form is the first chunk; the file's follow. */
async function readChunks(body: ReadableStream, count: number): Promise<void> {
  const reader = body.getReader();
  for (let read = 0; read < count && !(await reader.read()).done; read++);
}

/**
 * A command that the user interrupts as soon as it has asked for something, against a service that goes on.
 * @param arrived parts that the service has
 * @param chunks of a form that it reads before that
 */
function interrupted(arrived: object[], chunks = 0) {
  const controller = new AbortController();
  const stderr = new PassThrough();
  const asked: string[] = [];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async (url, { method = '', signal, body } = {}) => {
      const { pathname } = new URL(String(url));
      if (body instanceof ReadableStream) await readChunks(body, chunks);
      asked.push(`${method} ${pathname}`);
      controller.abort(new Error('ended by SIGINT'));
      signal?.throwIfAborted();
      if (method === 'POST') {
        const upload = { partSize: SIZE, parts: PARTS, expiresAt: '' };
        return Response.json({ id: 'v', name: 'n', status: 'uploading', uploadProgress: 0, upload });
      }
      if (method === 'DELETE') return Response.json({ success: true });
      return Response.json({
        ...{ status: 'uploading', partSize: SIZE, parts: arrived, remaining: PARTS, expiresAt: '' },
      });
    },
  });
  const terminal = new Terminal(new PassThrough(), stderr);
  return {
    asked,
    upload: (file: string, resume?: string) =>
      uploadWithProgress({ terminal, signal: controller.signal }, client, file, { resume }),
    noted: () => {
      stderr.end();
      return text(stderr);
    },
  };
}

test('an upload that is interrupted while it is announced leaves no video behind, and says so', async () => {
  const { upload, asked, noted } = interrupted([]);
  await expect(upload(mp4)).rejects.toThrow('ended by SIGINT');
  expect(asked).toEqual(['POST /api/videos/upload', 'GET /api/videos/v/upload', 'DELETE /api/videos/v']);
  expect(await noted()).toBe('The upload was interrupted; nothing of it is kept.\n');
});

test('an interrupted upload of which something has arrived is kept, as is one that was resumed', async () => {
  for (const [arrived, resume] of [
    [[{ number: 1, size: SIZE, etag: 'e' }], undefined],
    [[], 'v'],
  ] as const) {
    const { upload, asked, noted } = interrupted([...arrived]);
    await expect(upload(mp4, resume)).rejects.toThrow('ended by SIGINT');
    expect(asked).not.toContain('DELETE /api/videos/v');
    const said = await noted();
    expect(said).toContain(`"npx vms upload '${mp4}' --resume v" resumes the upload`);
    expect(said).toContain('"npx vms delete v" discards it.');
  }
});

test('an interrupted upload in one request says what has become of it', async () => {
  const file = await fileOf('small.mp4', '\0\0\0\x14ftypisom\0\0\0\0isom');
  await truncate(file, 2 ** 20);
  for (const [chunks, said] of [
    [1, /nothing of it is kept/],
    [Number.POSITIVE_INFINITY, /the whole file had been sent: "npx vms list"/],
  ] as const) {
    const { upload, noted } = interrupted([], chunks);
    await expect(upload(file)).rejects.toThrow('ended by SIGINT');
    expect(await noted()).toMatch(said);
  }
});

test('a file that is no video by its first bytes is refused before anything is sent, in the words of the service', async () => {
  for (const [head, message] of [
    ['RIFF\x24\0\0\0AVI LIST', 'The file is an AVI file. Convert it to MP4, MOV or WebM.'],
    ['nothing known', 'The file is not an MP4, MOV or WebM video.'],
  ] as const) {
    const { upload, asked } = interrupted([]);
    const refused = upload(await fileOf('clip.mp4', head));
    await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT', message });
    expect(asked).toEqual([]);
  }
});

test('a file whose header at its end announces video that cannot be decoded is refused before anything is sent', async () => {
  const box = (type: string, ...content: Buffer[]): Buffer => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), ...content]);
    bytes.writeUInt32BE(bytes.length);
    return bytes;
  };
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));
  const one = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const table = box('stbl', box('stsd', one, box('CFHD', Buffer.alloc(78))));
  const movie = box('moov', box('trak', box('mdia', handler, box('minf', table))));
  const file = path.join(folder.path, 'cineform.mov');
  const data = box('mdat', Buffer.alloc(2 ** 20));
  await writeFile(file, Buffer.concat([box('ftyp', Buffer.from('qt  \0\0\0\0qt  ')), data, movie]));
  const { upload, asked } = interrupted([]);
  await expect(upload(file)).rejects.toMatchObject({
    code: 'UNSUPPORTED_FORMAT',
    message: expect.stringContaining('Video in CineForm (CFHD) cannot be decoded.'),
  });
  expect(asked).toEqual([]);
});
