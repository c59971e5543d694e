/** What the service relies on in S3: checksums, listing and copies. See bucket-under-test.ts for what it runs against. */
import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucketUnderTest } from './bucket-under-test.ts';
import { failure, md5Hex, pattern } from './fixture.ts';

const { s3, bucket, put, get, head, bytes } = await bucketUnderTest();

const CRC32C_OF_HELLO = 'yZRlqg==';
const CRC64_OF_HELLO = 'jSnVw/bqjr4=';

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

  test('a delimiter folds the rest', async () => {
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
