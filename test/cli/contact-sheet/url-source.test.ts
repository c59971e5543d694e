import { expect, test } from 'vitest';
import { drawContactSheet } from '../../../cli/contact-sheet/draw-contact-sheet.ts';
import { urlSource } from '../../../cli/contact-sheet/url-source.ts';
import { ConnectionFailure } from '../../../client/failure.ts';
import { decodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { httpServer } from '../../client/http-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { paddedClip } from '../../support/videos/direct-upload.ts';

const signal = new AbortController().signal;
const wait = async (): Promise<void> => {};

/** Serves ranges of a file, except where `fault` answers in their place. @returns the server, and the bytes that it has sent */
async function rangeServer(file: Uint8Array, fault: (request: number) => number | null = () => null) {
  const sent: number[] = [];
  let requests = 0;
  const server = await httpServer((request, response) => {
    requests += 1;
    const status = fault(requests);
    if (status !== null) {
      response.writeHead(status).end('a page');
      return;
    }
    const [, start = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const range = file.subarray(Number(start), Number(last) + 1);
    sent.push(range.length);
    response.writeHead(206, { 'Content-Length': range.length }).end(range);
  });
  return { server, sent, requests: () => requests };
}

test('a contact sheet of a large file is made of the parts that it shows', async () => {
  using folder = temporaryFolder();
  const size = 12 * 1024 ** 2;
  const { server, sent } = await rangeServer(await paddedClip(folder.path, size));
  await using _ = server;
  const source = urlSource(server.url, { size, signal });
  const { picture } = await drawContactSheet(source, await probeVideo(source), { objects: {} }, signal);
  expect((await decodeJpeg(picture)).width).toBeGreaterThan(400);
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(size / 10);
});

test('a range that fails on the way is asked for again, one that is refused is not', async () => {
  const file = Uint8Array.of(0, 1, 2, 3, 4);
  const failing = await rangeServer(file, (request) => (request < 3 ? 503 : null));
  await using _failing = failing.server;
  const source = urlSource(failing.server.url, { size: file.length, signal, wait });
  expect(await source.read(1, 4)).toEqual(Uint8Array.of(1, 2, 3));
  expect(failing.requests()).toBe(3);

  const refusing = await rangeServer(file, () => 403);
  await using _refusing = refusing.server;
  const expired = urlSource(refusing.server.url, { size: file.length, signal, wait });
  await expect(expired.read(0, 1)).rejects.toThrow(ConnectionFailure);
  expect(refusing.requests()).toBe(1);
});

test('a server that does not know ranges, or sends another number of bytes, is not believed', async () => {
  const whole = await rangeServer(Uint8Array.of(0, 1), () => 200);
  await using _whole = whole.server;
  await expect(urlSource(whole.server.url, { size: 2, signal, wait }).read(0, 1)).rejects.toThrow(
    'answered 200',
  );
  const short = await rangeServer(Uint8Array.of(0, 1));
  await using _short = short.server;
  await expect(urlSource(short.server.url, { size: 5, signal, wait }).read(0, 5)).rejects.toThrow(
    '2 of 5 bytes',
  );
});

test('reading ends with the reason for which it is called off', async () => {
  const stop = new AbortController();
  await using server = await httpServer(() => stop.abort(new Error('called off')));
  const source = urlSource(server.url, { size: 5, signal: stop.signal, wait });
  await expect(source.read(0, 5)).rejects.toThrow('called off');
});
