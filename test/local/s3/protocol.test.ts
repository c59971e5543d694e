/** What the service relies on in S3: objects, ranges and conditions. See bucket-under-test.ts for what it runs against. */
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucketUnderTest } from './bucket-under-test.ts';
import { failure, MiB, md5Hex, pattern } from './fixture.ts';

const { s3, bucket, put, get, head, bytes } = await bucketUnderTest();

describe('buckets', () => {
  test('a bucket that exists is found, another is not', async () => {
    expect((await s3.send(new HeadBucketCommand({ Bucket: bucket }))).$metadata.httpStatusCode).toBe(200);
    expect(await failure(s3.send(new HeadBucketCommand({ Bucket: 'vms-no-such-bucket' })))).toMatchObject({
      status: 404,
    });
    const sent = s3.send(new PutObjectCommand({ Bucket: 'vms-no-such-bucket', Key: 'a', Body: 'a' }));
    expect(await failure(sent)).toEqual({ status: 404, code: 'NoSuchBucket' });
  });

  test('names that are no bucket names are refused', async () => {
    const sent = s3.send(new CreateBucketCommand({ Bucket: 'Not_A_Bucket' }));
    expect(await failure(sent)).toEqual({ status: 400, code: 'InvalidBucketName' });
  });
});

describe('objects', () => {
  test('a GET returns what was put: bytes, headers, metadata, ETag', async () => {
    const body = pattern(100_000);
    const stored = await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'objects/whole',
        Body: body,
        ContentType: 'video/mp4',
        ContentDisposition: 'attachment; filename="a.mp4"',
        ContentEncoding: 'identity',
        ContentLanguage: 'de',
        CacheControl: 'max-age=60',
        Metadata: { 'video-id': '42', empty: '' },
      }),
    );
    expect(stored.ETag).toBe(`"${md5Hex(body)}"`);
    const object = await get('objects/whole');
    expect(object).toMatchObject({
      ContentType: 'video/mp4',
      ContentDisposition: 'attachment; filename="a.mp4"',
      ContentEncoding: 'identity',
      ContentLanguage: 'de',
      CacheControl: 'max-age=60',
      ContentLength: body.length,
      AcceptRanges: 'bytes',
      ETag: stored.ETag,
      Metadata: { 'video-id': '42', empty: '' },
    });
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    const described = await head('objects/whole');
    expect(described).toMatchObject({
      ContentLength: body.length,
      ETag: stored.ETag,
      Metadata: { 'video-id': '42' },
    });
    expect(Math.abs((described.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('an object without a type is binary/octet-stream', async () => {
    await put('objects/typeless', 'x');
    expect(['binary/octet-stream', 'application/octet-stream']).toContain(
      (await head('objects/typeless')).ContentType,
    );
  });

  test('an empty object is an object', async () => {
    await put('objects/empty', Buffer.alloc(0));
    expect(await bytes('objects/empty')).toHaveLength(0);
    expect(await failure(get('objects/empty', 'bytes=0-0'))).toEqual({ status: 416, code: 'InvalidRange' });
  });

  test('a stream of known length is stored without its framing', async () => {
    const body = pattern(3 * MiB);
    const chunks = [body.subarray(0, 10), body.subarray(10, 2 * MiB), body.subarray(2 * MiB)];
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'objects/streamed',
        Body: Readable.from(chunks),
        ContentLength: body.length,
      }),
    );
    const object = await get('objects/streamed');
    expect(object.ContentEncoding ?? '').not.toContain('aws-chunked');
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
  });

  test('a second put replaces the first', async () => {
    await put('objects/twice', 'first');
    await put('objects/twice', 'second');
    expect((await bytes('objects/twice')).toString()).toBe('second');
  });

  test('keys are opaque: dots, slashes, spaces, percent signs and any script', async () => {
    const keys = [
      '../../etc/passwd',
      'a//b/',
      '/lead',
      'with space+plus%2F',
      "q?&=#'()*!",
      'видео/😀',
      'a\\b:c',
    ];
    for (const key of keys) await put(`opaque/${key}`, key);
    for (const key of keys) expect((await bytes(`opaque/${key}`)).toString()).toBe(key);
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'opaque/' }));
    expect(listed.Contents?.map(({ Key }) => Key).sort()).toEqual(keys.map((key) => `opaque/${key}`).sort());
  });

  test('a key of more than 1024 bytes is refused', async () => {
    expect(await failure(put('k'.repeat(1025), 'x'))).toEqual({ status: 400, code: 'KeyTooLongError' });
  });

  test('more than 2 KB of metadata is refused', async () => {
    const sent = s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'objects/meta',
        Body: 'x',
        Metadata: { a: 'x'.repeat(2048) },
      }),
    );
    expect(await failure(sent)).toEqual({ status: 400, code: 'MetadataTooLarge' });
  });

  test('what was deleted is gone, and deleting it again is no error', async () => {
    await put('objects/gone', 'x');
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'objects/gone' }));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'objects/gone' }));
    expect(await failure(get('objects/gone'))).toEqual({ status: 404, code: 'NoSuchKey' });
    expect(await failure(head('objects/gone'))).toEqual({ status: 404, code: 'NotFound' });
  });

  test('many are deleted at once, those that do not exist included', async () => {
    const keys = ['many/<&>"', 'many/b', 'many/absent'];
    await Promise.all(keys.slice(0, 2).map((key) => put(key, key)));
    const answer = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(answer.Deleted?.map(({ Key }) => Key).sort()).toEqual([...keys].sort());
    const left = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'many/' }));
    expect(left.KeyCount).toBe(0);
  });
});

describe('ranges', () => {
  const body = pattern(10_000, 7);
  beforeAll(() => put('ranges', body));

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=9000-', 9000, 10_000],
    ['bytes=9000-99999', 9000, 10_000],
    ['bytes=-1', 9999, 10_000],
    ['bytes=-500', 9500, 10_000],
    ['bytes=-99999', 0, 10_000],
  ])('%s is bytes %i to %i', async (range, start, end) => {
    const part = await get('ranges', range);
    expect(part.$metadata.httpStatusCode).toBe(206);
    expect(part.ContentRange).toBe(`bytes ${start}-${end - 1}/10000`);
    const received = Buffer.from((await part.Body?.transformToByteArray()) ?? []);
    expect(received.equals(body.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=10000-', 'bytes=20000-30000', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    expect(await failure(get('ranges', range))).toEqual({ status: 416, code: 'InvalidRange' });
  });

  test.each(['bytes=5-2', 'lines=1-2'])('%s is no range and gives everything', async (range) => {
    const all = await get('ranges', range);
    expect(all.$metadata.httpStatusCode).toBe(200);
    await all.Body?.transformToByteArray();
  });
});

describe('conditions', () => {
  const key = 'conditions';
  let etag = '';
  let modified = new Date(0);
  const read = (conditions: object) => head(key, conditions);
  const write = (conditions: object, Key = key) =>
    s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'conditional', ...conditions }));

  beforeAll(async () => {
    etag = (await put(key, 'conditional')).ETag ?? '';
    modified = (await read({})).LastModified ?? modified;
  });

  test('reads: If-Match and If-Unmodified-Since', async () => {
    expect(await read({ IfMatch: etag })).toMatchObject({ ETag: etag });
    expect(await read({ IfUnmodifiedSince: modified })).toMatchObject({ ETag: etag });
    expect(await failure(read({ IfMatch: '"other"' }))).toMatchObject({ status: 412 });
    const before = new Date(modified.getTime() - 60_000);
    expect(await failure(read({ IfUnmodifiedSince: before }))).toMatchObject({ status: 412 });
  });

  test('reads: If-None-Match and If-Modified-Since', async () => {
    expect(await read({ IfNoneMatch: '"other"' })).toMatchObject({ ETag: etag });
    expect(await failure(read({ IfNoneMatch: etag }))).toMatchObject({ status: 304 });
    expect(await failure(read({ IfModifiedSince: modified }))).toMatchObject({ status: 304 });
    expect(await read({ IfModifiedSince: new Date(modified.getTime() - 60_000) })).toMatchObject({
      ETag: etag,
    });
  });

  test('If-None-Match: * writes only missing entries', async () => {
    expect(await failure(write({ IfNoneMatch: '*' }))).toEqual({ status: 412, code: 'PreconditionFailed' });
    await write({ IfNoneMatch: '*' }, 'conditions/new');
    expect(await failure(write({ IfNoneMatch: '*' }, 'conditions/new'))).toMatchObject({ status: 412 });
  });

  test('of many writers that must be first exactly one succeeds', async () => {
    const writes = Array.from({ length: 10 }, () => write({ IfNoneMatch: '*' }, 'conditions/race'));
    const settled = await Promise.allSettled(writes);
    const refusals = settled.flatMap((write) => (write.status === 'rejected' ? [write.reason.name] : []));
    expect(refusals).toEqual(Array(9).fill('PreconditionFailed'));
  });

  test('If-Match writes only over what the writer saw', async () => {
    expect(await failure(write({ IfMatch: '"other"' }))).toEqual({ status: 412, code: 'PreconditionFailed' });
    expect(await failure(write({ IfMatch: etag }, 'conditions/absent'))).toEqual({
      status: 404,
      code: 'NoSuchKey',
    });
    await write({ IfMatch: etag });
  });
});
