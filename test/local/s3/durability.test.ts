/** What was acknowledged lasts: across restarts, kill -9 and listeners that fail. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type S3Options, type S3Server, startS3 } from '../../../local/s3/server.ts';
import type { ObjectCreatedEvent } from '../../../local/s3/store/outbox.ts';
import { identity } from '../../support/service/local-services.ts';
import { spawnService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { MiB, md5Hex, pattern, s3Client } from './fixture.ts';

const Bucket = 'media';
let folder: ReturnType<typeof temporaryFolder>;
let running: { server: S3Server; client: S3Client } | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await stop();
  folder[Symbol.dispose]();
});

async function start(options: Partial<S3Options> = {}): Promise<S3Client> {
  const server = await startS3({ dataDir: folder.path, ...identity, ...options });
  const client = s3Client(server.url);
  running = { server, client };
  return client;
}

async function stop(): Promise<void> {
  running?.client.destroy();
  await running?.server.close();
  running = undefined;
}

const blobs = (): Promise<string[]> => readdir(path.join(folder.path, 'blobs'));
const createBucket = (s3: S3Client) => s3.send(new CreateBucketCommand({ Bucket }));
const put = (s3: S3Client, Key: string, Body: Buffer | string) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const read = async (s3: S3Client, Key: string): Promise<Buffer> =>
  Buffer.from(
    (await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray()) ?? [],
  );

/** An upload and its parts have a checksum of the same kind. */
const PART_CHECKSUM = { ChecksumAlgorithm: 'CRC64NVME' } as const;

async function uploadInParts(s3: S3Client, Key: string, parts: Buffer[]): Promise<void> {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...PART_CHECKSUM }));
  const Parts = [];
  for (const [index, Body] of parts.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1, Body, ...PART_CHECKSUM };
    Parts.push({ PartNumber: index + 1, ETag: (await s3.send(new UploadPartCommand(part))).ETag });
  }
  await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
}

/** An event whose arrival can be awaited. */
function eventLog() {
  const events: ObjectCreatedEvent[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    events,
    take(event: ObjectCreatedEvent): void {
      events.push(event);
      for (const { count, resolve } of waiting) if (events.length >= count) resolve();
    },
    reached: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (events.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

test('every acknowledged object is intact after kill -9 amid writes, and no other is torn', async () => {
  const child = await spawnService('s3', folder.path);
  const client = s3Client(child.url);
  await createBucket(client);
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const contentOf = (key: string): Buffer =>
    pattern(50_000 + Number(key.split('-')[1]), Number(key.split('-')[0]) + 1);
  const writeUntilItDies = async (writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const key = `${writer}-${n}`;
      // Every third object goes in two parts.
      const content = contentOf(key);
      const sent =
        n % 3 === 2
          ? uploadInParts(client, key, [Buffer.concat([content, Buffer.alloc(5 * MiB)]), content])
          : put(client, key, content);
      if (
        !(await sent.then(
          () => true,
          () => false,
        ))
      )
        return;
      if (acknowledged.push(key) === 24) enough.resolve();
    }
  };
  const writers = [0, 1, 2, 3].map(writeUntilItDies);
  await enough.promise;
  await child.kill();
  await Promise.all(writers);
  client.destroy();

  const s3 = await start();
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const found = Contents.map(({ Key = '' }) => Key);
  expect(found).toEqual(expect.arrayContaining(acknowledged));
  for (const key of found) {
    const content = contentOf(key);
    const inParts = Number(key.split('-')[1]) % 3 === 2;
    const expected = inParts ? Buffer.concat([content, Buffer.alloc(5 * MiB), content]) : content;
    expect(md5Hex(await read(s3, key)), key).toBe(md5Hex(expected));
  }
});

test('an event not accepted before kill -9 is delivered after the restart', async () => {
  const child = await spawnService('s3', folder.path);
  const client = s3Client(child.url);
  await createBucket(client);
  await put(client, 'uploads/a', 'aa');
  await uploadInParts(client, 'uploads/b', [Buffer.from('bbb')]);
  await client.send(new CopyObjectCommand({ Bucket, Key: 'uploads/c', CopySource: `${Bucket}/uploads/a` }));
  await child.kill();
  client.destroy();

  const log = eventLog();
  await start({ onObjectCreated: log.take });
  await log.reached(3);
  const etag = md5Hex(Buffer.from('aa'));
  expect(log.events).toEqual([
    {
      bucket: Bucket,
      key: 'uploads/a',
      size: 2,
      etag,
      eventName: 'ObjectCreated:Put',
      sequencer: expect.any(String),
    },
    expect.objectContaining({
      key: 'uploads/b',
      size: 3,
      eventName: 'ObjectCreated:CompleteMultipartUpload',
    }),
    expect.objectContaining({ key: 'uploads/c', size: 2, etag, eventName: 'ObjectCreated:Copy' }),
  ]);
  const sequencers = log.events.map(({ sequencer }) => sequencer);
  expect(sequencers.toSorted()).toEqual(sequencers);
  expect(new Set(sequencers).size).toBe(3);
});

test('a taken event is not delivered again, in this run or the next', async () => {
  const log = eventLog();
  const s3 = await start({ onObjectCreated: log.take });
  await createBucket(s3);
  await put(s3, 'once', 'x');
  await log.reached(1);
  await stop();
  const again = await start({ onObjectCreated: log.take });
  await put(again, 'another', 'x');
  await log.reached(2);
  await stop();
  expect(log.events.map(({ key }) => key)).toEqual(['once', 'another']);
});

test('events wait while there is no listener', async () => {
  const child = await spawnService('s3', folder.path);
  const client = s3Client(child.url);
  await createBucket(client);
  await put(client, 'waiting', 'x');
  await child.kill();
  client.destroy();
  await start();
  await stop();
  const log = eventLog();
  await start({ onObjectCreated: log.take });
  await log.reached(1);
  expect(log.events.map(({ key }) => key)).toEqual(['waiting']);
});

test('an event that is refused comes again and does not hold up others', async () => {
  const log = eventLog();
  const reasons: unknown[] = [];
  const refusal = new Error('not now');
  const onObjectCreated = async (event: ObjectCreatedEvent): Promise<void> => {
    if (event.key === 'refused' && log.events.length === 0) throw refusal;
    log.take(event);
  };
  const s3 = await start({ onObjectCreated, onError: (reason) => reasons.push(reason) });
  await createBucket(s3);
  await put(s3, 'refused', 'x');
  await put(s3, 'next', 'x');
  await log.reached(2);
  expect(log.events.map(({ key }) => key)).toEqual(['next', 'refused']);
  expect(new Set(reasons)).toEqual(new Set([refusal]));
});

test('what a crash left behind is removed at the start, and nothing else', async () => {
  const s3 = await start();
  await createBucket(s3);
  await put(s3, 'kept', 'kept');
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key: 'open', ...PART_CHECKSUM }),
  );
  const part = await s3.send(
    new UploadPartCommand({ Bucket, Key: 'open', UploadId, PartNumber: 1, Body: 'part', ...PART_CHECKSUM }),
  );
  const referenced = (await blobs()).sort();
  await stop();
  await writeFile(path.join(folder.path, 'blobs', 'half-written'), 'ha');

  const restarted = await start();
  await expect.poll(async () => (await blobs()).sort()).toEqual(referenced);
  expect((await read(restarted, 'kept')).toString()).toBe('kept');
  const Parts = [{ PartNumber: 1, ETag: part.ETag }];
  await restarted.send(
    new CompleteMultipartUploadCommand({ Bucket, Key: 'open', UploadId, MultipartUpload: { Parts } }),
  );
  expect((await read(restarted, 'open')).toString()).toBe('part');
});

test('bytes are deleted once no object, copy or part uses them, and not while they are read', async () => {
  const s3 = await start();
  await createBucket(s3);
  const content = pattern(8 * MiB);
  await put(s3, 'original', content);
  await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/original` }));
  expect(await blobs()).toHaveLength(1);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'original' }));
  expect(md5Hex(await read(s3, 'copy'))).toBe(md5Hex(content));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'copy' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'copy' }));
  expect(md5Hex(Buffer.from((await Body?.transformToByteArray()) ?? []))).toBe(md5Hex(content));
  await expect.poll(blobs).toEqual([]);
});

test('an object whose bytes were lost is cut off, not given short, and reported', async () => {
  const reasons: unknown[] = [];
  const s3 = await start({ onError: (reason) => reasons.push(reason) });
  await createBucket(s3);
  await put(s3, 'lost', 'lost');
  for (const blob of await blobs()) await rm(path.join(folder.path, 'blobs', blob));
  await expect(read(s3, 'lost')).rejects.toThrow();
  expect(reasons).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
});

test('a second server on the same directory does not start, and disturbs nothing', async () => {
  const s3 = await start();
  await createBucket(s3);
  await put(s3, 'a', 'a');
  await expect(startS3({ dataDir: folder.path, ...identity })).rejects.toThrow(/locked/);
  expect((await read(s3, 'a')).toString()).toBe('a');
});

test('a port that is taken is reported, and the directory is free again', async () => {
  await start();
  const port = Number(new URL(running?.server.url ?? '').port);
  const other = temporaryFolder();
  await expect(startS3({ dataDir: other.path, port, ...identity })).rejects.toThrow(/EADDRINUSE/);
  await (await startS3({ dataDir: other.path, ...identity })).close();
  other[Symbol.dispose]();
});
