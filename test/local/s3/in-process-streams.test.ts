import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeEach, expect, test } from 'vitest';
import { sampled } from '../../support/run/long.ts';
import { eventually } from '../../support/service/api.ts';
import { MiB, type S3Fixture, startFixture, useInProcessClients } from './fixture.ts';

useInProcessClients();

const SIZE = sampled(400) * MiB;
/** Far less than the body; the rest is what the garbage collector leaves for a while. */
const MEMORY = 200 * MiB;

let fixture: S3Fixture;

beforeEach(async () => {
  fixture = await startFixture();
  return () => fixture.close();
});

const blobs = (): string[] => readdirSync(path.join(fixture.dataDir, 'blobs'));

async function* zeros(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= MiB) yield Buffer.alloc(Math.min(left, MiB));
}

const put = (
  Key: string,
  Body: Readable | Buffer,
  options: { abortSignal?: AbortSignal; size?: number } = {},
) =>
  fixture.client.send(
    new PutObjectCommand({ Bucket: fixture.bucket, Key, Body, ContentLength: options.size }),
    options,
  );

async function get(Key: string, options: { abortSignal?: AbortSignal } = {}): Promise<Readable> {
  const { Body } = await fixture.client.send(new GetObjectCommand({ Bucket: fixture.bucket, Key }), options);
  if (!(Body instanceof Readable)) throw new Error('The body is not a stream');
  return Body;
}

/** The most memory that bytes outside of the heap take during some work, above what they took before. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const used = () => process.memoryUsage().arrayBuffers;
  const before = used();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, used() - before);
  }, 5);
  await work().finally(() => clearInterval(timer));
  return peak;
}

test('a large body passes in bounded memory, there and back', { tags: 'sampled' }, async () => {
  const sent = await peakOf(() => put('large', Readable.from(zeros(SIZE)), { size: SIZE }));
  let received = 0;
  const read = await peakOf(async () => {
    for await (const chunk of await get('large')) received += chunk.length;
  });
  expect(received).toBe(SIZE);
  expect(sent).toBeLessThan(MEMORY);
  expect(read).toBeLessThan(MEMORY);
});

test('a reader that does not read is sent little', async () => {
  await put('large', Buffer.alloc(32 * MiB));
  const peak = await peakOf(async () => {
    const body = await get('large');
    await new Promise((resolve) => body.once('readable', resolve));
    body.destroy();
  });
  expect(peak).toBeLessThan(8 * MiB);
});

test.each<[string, (body: Readable, abort: () => void) => void]>([
  ['aborted', (_, abort) => abort()],
  ['given up', (body) => body.destroy()],
])('a read that is %s half way releases the object', async (_, end) => {
  await put('large', Buffer.alloc(8 * MiB));
  const aborting = new AbortController();
  const body = await get('large', { abortSignal: aborting.signal });
  const ended = new Promise((resolve) => body.once('error', resolve).once('close', resolve));
  await new Promise((resolve) => body.once('readable', resolve));
  await fixture.client.send(new DeleteObjectCommand({ Bucket: fixture.bucket, Key: 'large' }));
  expect(blobs()).toHaveLength(1);
  end(body, () => aborting.abort());
  await ended;
  await eventually(
    async () => blobs(),
    ({ length }) => length === 0,
  );
});

test('an upload that is aborted fails as aborted and leaves nothing', async () => {
  const aborting = new AbortController();
  const source = Readable.from(
    (async function* () {
      yield Buffer.alloc(MiB);
      aborting.abort();
      yield* zeros(MiB);
    })(),
  );
  const sent = put('half', source, { size: 2 * MiB, abortSignal: aborting.signal });
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(
    async () => blobs(),
    ({ length }) => length === 0,
  );
});

test('an upload whose source fails does so with its error and leaves nothing', async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.alloc(MiB);
      throw new Error('the disk of the source is broken');
    })(),
  );
  await expect(put('half', source, { size: 2 * MiB })).rejects.toThrow('the disk of the source is broken');
  await eventually(
    async () => blobs(),
    ({ length }) => length === 0,
  );
});

test('a request that is aborted before it is sent does nothing', async () => {
  const sent = put('never', Buffer.alloc(10), { abortSignal: AbortSignal.abort() });
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  const head = fixture.client.send(new HeadObjectCommand({ Bucket: fixture.bucket, Key: 'never' }));
  await expect(head).rejects.toMatchObject({ name: 'NotFound' });
});

test('the end of the server breaks off reads and waits for them', async () => {
  const other = await startFixture();
  await other.client.send(
    new PutObjectCommand({ Bucket: 'media', Key: 'large', Body: Buffer.alloc(8 * MiB) }),
  );
  const { Body } = await other.client.send(new GetObjectCommand({ Bucket: 'media', Key: 'large' }));
  const failed = new Promise((resolve) => (Body as Readable).once('error', resolve));
  await other.close();
  expect(await failed).toMatchObject({ name: 'AbortError' });
});
