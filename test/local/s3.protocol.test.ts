/**
 * What the service relies on in S3, through the SDK. Runs against the local server, or against the endpoint in
 * VMS_TEST_S3_ENDPOINT with the credentials of the environment.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MiB, md5Hex, pattern, type S3Fixture, startFixture } from './s3-fixture.ts';

const remote = process.env.VMS_TEST_S3_ENDPOINT;

let fixture: S3Fixture | undefined;
let s3: S3Client;
let bucket: string;

beforeAll(async () => {
  if (remote) {
    s3 = new S3Client({
      endpoint: remote,
      region: process.env.AWS_REGION ?? 'us-east-1',
      forcePathStyle: true,
    });
    bucket = `vms-test-${randomUUID()}`;
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  } else {
    fixture = await startFixture();
    s3 = fixture.client;
    bucket = fixture.bucket;
  }
});

afterAll(async () => fixture?.close());

const failure = (sent: Promise<unknown>): Promise<{ status: number | undefined; code: string }> =>
  sent.then(
    () => expect.unreachable('the request succeeded'),
    (error: S3ServiceException) => ({ status: error.$metadata.httpStatusCode, code: error.name }),
  );

const put = (Key: string, Body: Buffer | string) =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
const get = (Key: string, Range?: string) => s3.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
const head = (Key: string, input: object = {}) =>
  s3.send(new HeadObjectCommand({ Bucket: bucket, Key, ...input }));
const bytes = async (Key: string, Range?: string): Promise<Buffer> =>
  Buffer.from((await (await get(Key, Range)).Body?.transformToByteArray()) ?? []);

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
  test('what was put is what is got: bytes, headers, metadata, ETag', async () => {
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
    await put('objects/empty', '');
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
    expect(await failure(put('k'.repeat(1025), ''))).toEqual({ status: 400, code: 'KeyTooLongError' });
  });

  test('more than 2 KB of metadata is refused', async () => {
    const sent = s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'objects/meta',
        Body: '',
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

  test('If-None-Match: * writes only what is not there', async () => {
    expect(await failure(write({ IfNoneMatch: '*' }))).toEqual({ status: 412, code: 'PreconditionFailed' });
    await write({ IfNoneMatch: '*' }, 'conditions/new');
    expect(await failure(write({ IfNoneMatch: '*' }, 'conditions/new'))).toMatchObject({ status: 412 });
  });

  test('of many writers that must be first exactly one succeeds', async () => {
    const writes = Array.from({ length: 10 }, () => write({ IfNoneMatch: '*' }, 'conditions/race'));
    const settled = await Promise.allSettled(writes);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
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

describe('checksums', () => {
  const body = pattern(50_000, 3);

  test.each(['CRC32', 'SHA1', 'SHA256', 'CRC32C', 'CRC64NVME'] as const)(
    '%s is kept and given back',
    async (name) => {
      const key = `checksums/${name}`;
      // The SDK computes the first three itself; for the others the known value is given.
      const known = {
        CRC32C: { ChecksumCRC32C: CRC32C_OF_HELLO },
        CRC64NVME: { ChecksumCRC64NVME: CRC64_OF_HELLO },
      };
      const given =
        name === 'CRC32C' || name === 'CRC64NVME' ? { ...known[name], Body: 'hello world' } : { Body: body };
      const stored = await s3.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, ChecksumAlgorithm: name, ...given }),
      );
      const value = stored[`Checksum${name}`];
      expect(value).toBeTruthy();
      const described = await head(key, { ChecksumMode: 'ENABLED' });
      expect(described[`Checksum${name}`]).toBe(value);
      expect(described.ChecksumType).toBe('FULL_OBJECT');
      // With the mode enabled the SDK checks what it reads against this.
      const object = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }),
      );
      expect(object[`Checksum${name}`]).toBe(value);
      await object.Body?.transformToByteArray();
    },
  );

  test.each([
    { ChecksumCRC32: 'AAAAAA==' },
    { ChecksumCRC32C: 'AAAAAA==' },
    { ChecksumCRC64NVME: 'AAAAAAAAAAA=' },
    { ChecksumSHA1: createHash('sha1').update('other').digest('base64') },
    { ChecksumSHA256: createHash('sha256').update('other').digest('base64') },
    { ContentMD5: createHash('md5').update('other').digest('base64') },
  ])('a body that does not match %o is refused and not stored', async (wrong) => {
    const sent = s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'checksums/wrong', Body: 'body', ...wrong }),
    );
    expect(await failure(sent)).toEqual({ status: 400, code: 'BadDigest' });
    expect(await failure(get('checksums/wrong'))).toMatchObject({ status: 404 });
  });
});

const CRC32C_OF_HELLO = 'yZRlqg==';
const CRC64_OF_HELLO = 'jSnVw/bqjr4=';

describe('listing', () => {
  const keys = ['a', 'b/1', 'b/2', 'b/c/3', 'd&<>', 'é', '\u{ff5e}', '😀'].map((key) => `list/${key}`);
  const list = (query: object) =>
    s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'list/', ...query }));

  beforeAll(async () => {
    await Promise.all([...keys, 'list', 'lisu'].map((key) => put(key, key)));
  });

  test('keys with a prefix come in the order of their UTF-8 bytes', async () => {
    const { Contents = [], KeyCount, IsTruncated } = await list({});
    expect(Contents.map(({ Key }) => Key)).toEqual(keys);
    expect(Contents[0]).toMatchObject({ Size: 6, ETag: `"${md5Hex(Buffer.from('list/a'))}"` });
    expect({ KeyCount, IsTruncated }).toEqual({ KeyCount: keys.length, IsTruncated: false });
  });

  test('a delimiter folds what is behind it', async () => {
    const { Contents = [], CommonPrefixes = [], KeyCount } = await list({ Delimiter: '/' });
    expect(Contents.map(({ Key }) => Key)).toEqual(keys.filter((key) => !key.startsWith('list/b/')));
    expect(CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
    expect(KeyCount).toBe(keys.length - 2);
  });

  test.each([1, 2, 3])('pages of %i, folded or not, give everything once', async (MaxKeys) => {
    for (const Delimiter of [undefined, '/']) {
      const seen: (string | undefined)[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await list({ MaxKeys, Delimiter, ContinuationToken });
        expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
        expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined);
        seen.push(
          ...(page.Contents ?? []).map(({ Key }) => Key),
          ...(page.CommonPrefixes ?? []).map((c) => c.Prefix),
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      const expected = Delimiter ? [...keys.filter((key) => !key.startsWith('list/b/')), 'list/b/'] : keys;
      expect(seen.sort()).toEqual([...expected].sort());
    }
  });

  test('a page that holds exactly everything is the last', async () => {
    expect(await list({ MaxKeys: keys.length })).toMatchObject({ IsTruncated: false, KeyCount: keys.length });
    expect(await list({ MaxKeys: 0 })).toMatchObject({ IsTruncated: false, KeyCount: 0 });
  });

  test('StartAfter skips up to and including a key', async () => {
    const { Contents = [] } = await list({ StartAfter: 'list/b/1' });
    expect(Contents.map(({ Key }) => Key)).toEqual(keys.slice(2));
  });

  test('keys are URL-encoded where that is asked for', async () => {
    const { Contents = [], EncodingType } = await list({ EncodingType: 'url' });
    expect(EncodingType).toBe('url');
    expect(Contents.map(({ Key }) => decodeURIComponent(Key ?? ''))).toEqual(keys);
    expect(Contents.map(({ Key }) => Key)).toContain('list/d%26%3C%3E');
  });
});

describe('copies', () => {
  const source = pattern(5000, 9);
  beforeAll(async () => {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'copy/a b+ü',
        Body: source,
        ContentType: 'a/b',
        Metadata: { m: '1' },
      }),
    );
  });
  const copy = (input: object) =>
    s3.send(
      new CopyObjectCommand({
        Bucket: bucket,
        Key: 'copy/target',
        CopySource: `${bucket}/${encodeURIComponent('copy/a b+ü')}`,
        ...input,
      }),
    );

  test('a copy has the bytes and headers of its source and outlives it', async () => {
    const { CopyObjectResult } = await copy({});
    expect(CopyObjectResult?.ETag).toBe(`"${md5Hex(source)}"`);
    await put('copy/temporary', source);
    await copy({ CopySource: `${bucket}/copy/temporary`, Key: 'copy/heir' });
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'copy/temporary' }));
    expect((await bytes('copy/heir')).equals(source)).toBe(true);
    expect(await head('copy/target')).toMatchObject({ ContentType: 'a/b', Metadata: { m: '1' } });
  });

  test('REPLACE gives it headers of its own, also in place', async () => {
    await copy({ MetadataDirective: 'REPLACE', ContentType: 'c/d', Metadata: { n: '2' } });
    expect(await head('copy/target')).toMatchObject({ ContentType: 'c/d', Metadata: { n: '2' } });
    const itself = { CopySource: `${bucket}/copy/target`, MetadataDirective: 'REPLACE', ContentType: 'e/f' };
    await copy(itself);
    expect(await head('copy/target')).toMatchObject({ ContentType: 'e/f' });
    expect((await bytes('copy/target')).equals(source)).toBe(true);
    const unchanged = copy({ CopySource: `${bucket}/copy/target` });
    expect(await failure(unchanged)).toEqual({ status: 400, code: 'InvalidRequest' });
  });

  test('conditions on the source hold', async () => {
    expect(await failure(copy({ CopySourceIfMatch: '"other"' }))).toMatchObject({ status: 412 });
    expect(await failure(copy({ CopySourceIfNoneMatch: `"${md5Hex(source)}"` }))).toMatchObject({
      status: 412,
    });
    await copy({ CopySourceIfMatch: `"${md5Hex(source)}"` });
  });

  test('a source that does not exist is no source', async () => {
    const sent = copy({ CopySource: `${bucket}/copy/absent` });
    expect(await failure(sent)).toEqual({ status: 404, code: 'NoSuchKey' });
  });
});

describe('multipart uploads', () => {
  const first = pattern(5 * MiB, 11);
  const second = pattern(MiB + 17, 12);
  const whole = Buffer.concat([first, second]);
  const etagOf = (...parts: Buffer[]): string =>
    `"${md5Hex(Buffer.concat(parts.map((part) => Buffer.from(md5Hex(part), 'hex'))))}-${parts.length}"`;

  const create = async (Key: string, input: object = {}): Promise<string> =>
    (await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key, ...input }))).UploadId ?? '';
  const upload = async (
    Key: string,
    UploadId: string,
    PartNumber: number,
    Body: Buffer,
  ): Promise<CompletedPart> => {
    const part = await s3.send(new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber, Body }));
    const { ETag, ChecksumCRC32, ChecksumSHA256 } = part;
    return { PartNumber, ETag, ChecksumCRC32, ChecksumSHA256 };
  };
  const complete = (Key: string, UploadId: string, Parts: CompletedPart[], input: object = {}) =>
    s3.send(
      new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts },
        ...input,
      }),
    );

  test('parts, sent in any order and some twice, become one object', async () => {
    const id = await create('multi/a', { ContentType: 'video/mp4', Metadata: { m: '1' } });
    await upload('multi/a', id, 2, first);
    const parts = [await upload('multi/a', id, 7, second), await upload('multi/a', id, 2, first)].reverse();
    const done = await complete('multi/a', id, parts);
    expect(done).toMatchObject({ Bucket: bucket, Key: 'multi/a', ETag: etagOf(first, second) });
    expect((await bytes('multi/a')).equals(whole)).toBe(true);
    expect(await head('multi/a')).toMatchObject({ ContentType: 'video/mp4', Metadata: { m: '1' } });
    const across = await bytes('multi/a', `bytes=${5 * MiB - 10}-${5 * MiB + 9}`);
    expect(across.equals(whole.subarray(5 * MiB - 10, 5 * MiB + 10))).toBe(true);
    expect(await failure(complete('multi/a', id, parts))).toMatchObject({ code: 'NoSuchUpload' });
  });

  test('a full-object checksum is that of the whole, a composite that of the parts', async () => {
    for (const ChecksumType of ['FULL_OBJECT', 'COMPOSITE'] as const) {
      const key = `multi/${ChecksumType}`;
      const id = await create(key, { ChecksumAlgorithm: 'CRC32', ChecksumType });
      const parts = [await upload(key, id, 1, first), await upload(key, id, 2, second)];
      await complete(key, id, parts);
      const of = (data: Buffer): Buffer => Buffer.from(crc32(data).toString(16).padStart(8, '0'), 'hex');
      const expected =
        ChecksumType === 'FULL_OBJECT'
          ? of(whole).toString('base64')
          : `${of(Buffer.concat([of(first), of(second)])).toString('base64')}-2`;
      expect(await head(key, { ChecksumMode: 'ENABLED' })).toMatchObject({
        ChecksumType,
        ChecksumCRC32: expected,
      });
    }
  });

  test('parts keep to the checksum the upload was created for', async () => {
    const key = 'multi/algorithm';
    const id = await create(key, { ChecksumAlgorithm: 'SHA256' });
    expect(await failure(upload(key, id, 1, second))).toEqual({ status: 400, code: 'InvalidRequest' });
    const named = {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      PartNumber: 1,
      ChecksumAlgorithm: 'SHA256',
    } as const;
    const { ETag, ChecksumSHA256 } = await s3.send(new UploadPartCommand({ ...named, Body: second }));
    expect(ChecksumSHA256).toBe(createHash('sha256').update(second).digest('base64'));
    expect(await failure(complete(key, id, [{ PartNumber: 1, ETag }]))).toEqual({
      status: 400,
      code: 'InvalidRequest',
    });
    await complete(key, id, [{ PartNumber: 1, ETag, ChecksumSHA256 }]);
  });

  test('a wrong checksum of the whole object, or a wrong size, is refused', async () => {
    const key = 'multi/wrong';
    const id = await create(key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const parts = [await upload(key, id, 1, second)];
    const wrong = complete(key, id, parts, { ChecksumCRC32: 'AAAAAA==', ChecksumType: 'FULL_OBJECT' });
    expect(await failure(wrong)).toEqual({ status: 400, code: 'BadDigest' });
    expect(await failure(complete(key, id, parts, { MpuObjectSize: 1 }))).toEqual({
      status: 400,
      code: 'InvalidRequest',
    });
    const right = Buffer.from(crc32(second).toString(16).padStart(8, '0'), 'hex').toString('base64');
    await complete(key, id, parts, {
      ChecksumCRC32: right,
      ChecksumType: 'FULL_OBJECT',
      MpuObjectSize: second.length,
    });
  });

  test('a list that does not fit what was sent is refused and may be corrected', async () => {
    const key = 'multi/list';
    const id = await create(key);
    const a = await upload(key, id, 1, second);
    const b = await upload(key, id, 2, second);
    expect(await failure(complete(key, id, [a, b]))).toEqual({ status: 400, code: 'EntityTooSmall' });
    expect(await failure(complete(key, id, [b, a]))).toEqual({ status: 400, code: 'InvalidPartOrder' });
    expect(await failure(complete(key, id, []))).toEqual({ status: 400, code: 'MalformedXML' });
    const unknown = { ...a, PartNumber: 3 };
    expect(await failure(complete(key, id, [a, unknown]))).toEqual({ status: 400, code: 'InvalidPart' });
    const other = { ...a, ETag: '"00000000000000000000000000000000"' };
    expect(await failure(complete(key, id, [other]))).toEqual({ status: 400, code: 'InvalidPart' });
    await complete(key, id, [b]);
    expect((await bytes(key)).equals(second)).toBe(true);
  });

  test('completing on a condition keeps what is there, and the upload', async () => {
    const key = 'multi/condition';
    await put(key, 'kept');
    const id = await create(key);
    const parts = [await upload(key, id, 1, second)];
    expect(await failure(complete(key, id, parts, { IfNoneMatch: '*' }))).toMatchObject({ status: 412 });
    expect((await bytes(key)).toString()).toBe('kept');
    await complete(key, id, parts);
    expect((await bytes(key)).equals(second)).toBe(true);
  });

  test('parts are listed in pages with size and ETag', async () => {
    const key = 'multi/parts';
    const id = await create(key);
    for (const number of [3, 1, 2]) await upload(key, id, number, Buffer.alloc(number, number));
    const page = (input: object) =>
      s3.send(new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: id, ...input }));
    const all = await page({});
    expect(all.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual(
      [1, 2, 3].map((n) => [n, n]),
    );
    expect(all.Parts?.[0]?.ETag).toBe(`"${md5Hex(Buffer.alloc(1, 1))}"`);
    const start = await page({ MaxParts: 2 });
    expect(start).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
    const rest = await page({ PartNumberMarker: start.NextPartNumberMarker });
    expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
    expect(rest.IsTruncated).toBe(false);
  });

  test('uploads are listed by key in pages, and no more once aborted', async () => {
    const prefix = 'multi/uploads/';
    const ids: string[] = [];
    for (const key of ['b', 'a', 'b']) ids.push(await create(prefix + key));
    const page = (input: object = {}) =>
      s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...input }));
    const all = (await page()).Uploads?.map(({ Key, UploadId }) => [Key, UploadId]);
    expect(all?.map(([key]) => key)).toEqual(['a', 'b', 'b'].map((key) => prefix + key));
    const start = await page({ MaxUploads: 2 });
    expect(start.IsTruncated).toBe(true);
    const rest = await page({ KeyMarker: start.NextKeyMarker, UploadIdMarker: start.NextUploadIdMarker });
    expect(
      [...(start.Uploads ?? []), ...(rest.Uploads ?? [])].map(({ Key, UploadId }) => [Key, UploadId]),
    ).toEqual(all);
    for (const [Key, UploadId] of all ?? []) {
      await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    }
    expect((await page()).Uploads ?? []).toEqual([]);
  });

  test('an aborted upload takes no parts and cannot be completed', async () => {
    const key = 'multi/aborted';
    const id = await create(key);
    const part = await upload(key, id, 1, second);
    await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: id }));
    expect(await failure(upload(key, id, 2, second))).toEqual({ status: 404, code: 'NoSuchUpload' });
    expect(await failure(complete(key, id, [part]))).toEqual({ status: 404, code: 'NoSuchUpload' });
    expect(await failure(get(key))).toMatchObject({ status: 404 });
  });

  test.each([0, 10_001])('part number %i does not exist', async (number) => {
    const id = await create('multi/numbers');
    expect(await failure(upload('multi/numbers', id, number, second))).toEqual({
      status: 400,
      code: 'InvalidArgument',
    });
  });

  test('parts may be copied from ranges of an object, pinned to its ETag', async () => {
    const key = 'multi/copied';
    const { ETag } = await put('multi/source', whole);
    const id = await create(key);
    const copyPart = (PartNumber: number, input: object) =>
      s3.send(
        new UploadPartCopyCommand({
          Bucket: bucket,
          Key: key,
          UploadId: id,
          PartNumber,
          CopySource: `${bucket}/multi/source`,
          ...input,
        }),
      );
    const start = await copyPart(1, { CopySourceRange: `bytes=0-${5 * MiB - 1}`, CopySourceIfMatch: ETag });
    expect(start.CopyPartResult?.ETag).toBe(`"${md5Hex(first)}"`);
    const tail = await copyPart(2, { CopySourceRange: `bytes=${5 * MiB}-${whole.length - 1}` });
    const last = await upload(key, id, 3, second);
    expect(await failure(copyPart(4, { CopySourceIfMatch: '"other"' }))).toMatchObject({ status: 412 });
    for (const range of ['bytes=0-', `bytes=0-${whole.length}`, 'bytes=9-3']) {
      expect(await failure(copyPart(4, { CopySourceRange: range }))).toEqual({
        status: 400,
        code: 'InvalidArgument',
      });
    }
    await put('multi/small', 'small');
    const small = copyPart(4, { CopySource: `${bucket}/multi/small`, CopySourceRange: 'bytes=0-1' });
    expect(await failure(small)).toEqual({ status: 400, code: 'InvalidRequest' });

    const copied = [start, tail].map(({ CopyPartResult }, i) => ({ PartNumber: i + 1, ...CopyPartResult }));
    const tooSmall = complete(key, id, [...copied, last]);
    expect(await failure(tooSmall)).toEqual({ status: 400, code: 'EntityTooSmall' });
    await complete(key, id, copied);
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'multi/source' }));
    expect((await bytes(key)).equals(whole)).toBe(true);
  });
});
