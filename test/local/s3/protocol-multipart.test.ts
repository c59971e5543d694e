/** What the service relies on in S3: multipart uploads. See bucket-under-test.ts for what it runs against. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  type UploadPartCommandInput,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { crc64nvme } from '../../../shared/kernel/checksums/crc.ts';
import { bucketUnderTest } from './bucket-under-test.ts';
import { failure, MiB, md5Hex, pattern } from './fixture.ts';

/** Parts get only the checksums that a test names: an upload that was created without one takes none. */
const { s3, bucket, put, get, head, bytes } = await bucketUnderTest({
  requestChecksumCalculation: 'WHEN_REQUIRED',
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
    input: Pick<UploadPartCommandInput, 'ChecksumAlgorithm'> = {},
  ): Promise<CompletedPart> => {
    const part = { Bucket: bucket, Key, UploadId, PartNumber, Body, ...input };
    // What only some uploads may be sent with: the checksum of a part is an element of the upload's algorithm.
    const { ETag, ChecksumCRC32 } = await s3.send(new UploadPartCommand(part));
    return { PartNumber, ETag, ...(input.ChecksumAlgorithm === 'CRC32' && { ChecksumCRC32 }) };
  };
  const CRC32 = { ChecksumAlgorithm: 'CRC32' } as const;
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
      const parts = [await upload(key, id, 1, first, CRC32), await upload(key, id, 2, second, CRC32)];
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
    const parts = [await upload(key, id, 1, second, CRC32)];
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

  test('of an upload created without a checksum the one of the whole is told, and compared with nothing', async () => {
    const key = 'multi/undeclared';
    const id = await create(key);
    expect(await failure(upload(key, id, 1, second, CRC32))).toEqual({ status: 400, code: 'InvalidRequest' });
    const parts = [await upload(key, id, 1, first), await upload(key, id, 2, second)];
    const listed = await s3.send(new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: id }));
    expect(listed.Parts?.map(({ ChecksumCRC64NVME }) => ChecksumCRC64NVME)).toEqual([undefined, undefined]);
    const typed = complete(key, id, parts, { ChecksumType: 'FULL_OBJECT' });
    expect(await failure(typed)).toEqual({ status: 400, code: 'InvalidRequest' });
    expect(await failure(complete(key, id, parts, { MpuObjectSize: 1 }))).toEqual({
      status: 400,
      code: 'InvalidRequest',
    });
    const crc = crc64nvme();
    crc.update(whole);
    const checksum = {
      ChecksumType: 'FULL_OBJECT',
      ChecksumCRC64NVME: Buffer.from(crc.digest()).toString('base64'),
    };
    expect(await complete(key, id, parts, { ChecksumCRC64NVME: 'AAAAAAAAAAA=' })).toMatchObject(checksum);
    expect(await head(key, { ChecksumMode: 'ENABLED' })).toMatchObject(checksum);
  });

  test('a part is refused that is another one than its MD5', async () => {
    const key = 'multi/md5';
    const id = await create(key);
    const ContentMD5 = createHash('md5').update('other').digest('base64');
    const part = { Bucket: bucket, Key: key, UploadId: id, PartNumber: 1, Body: second, ContentMD5 };
    expect(await failure(s3.send(new UploadPartCommand(part)))).toEqual({ status: 400, code: 'BadDigest' });
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

  test('completing on a condition keeps the existing object, and the upload', async () => {
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
