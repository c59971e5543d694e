/** What uploads rely on of S3 beyond plain parts, a request each, as AWS documents them. */
import { createHash } from 'node:crypto';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { crc64nvme } from '../../../shared/kernel/checksums/crc.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { type MediaFiles, openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { openUpload } from '../../../shared/stores/files/multipart-upload.ts';
import { s3 } from '../../../shared/stores/files/s3.ts';
import { openUrlSigner } from '../../../shared/stores/files/url-signer.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const SMALL = Buffer.alloc(100, 1);
const LARGE = Buffer.alloc(8 * 1024 * 1024, 1);

let environment: Environment;
let files: MediaFiles;

beforeAll(async () => {
  ({ environment } = await startWorkbench());
  files = openMediaFiles(environment);
});

async function opened(Key: string) {
  const target = { Bucket: files.bucket, Key };
  const { uploadId } = await openUpload({ ...target, ContentType: 'video/mp4' });
  return { ...target, UploadId: uploadId };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Sends the only part to its presigned URL, as clients do. */
async function withPart({ Key, UploadId }: Opened, Body: Buffer): Promise<CompletedPart[]> {
  const signer = openUrlSigner(environment);
  const { parts } = await signer.signParts(Key, UploadId, [{ number: 1, size: Body.length }]);
  const { status, headers } = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(Body) });
  expect(status).toBe(200);
  return [{ PartNumber: 1, ETag: headers.get('etag') ?? '' }];
}

const complete = (upload: Opened, Parts: CompletedPart[], MpuObjectSize?: number) =>
  s3().send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, MpuObjectSize }));

test('a part needs no checksum of its own', async () => {
  const [part] = await withPart(await opened('plain'), SMALL);
  expect(part?.ETag).toContain(createHash('md5').update(SMALL).digest('hex'));
});

test('nor does a part that is copied', async () => {
  await files.put('copied-from', SMALL, 'video/mp4');
  const upload = await opened('copied');
  const copy = { CopySource: `${files.bucket}/copied-from`, PartNumber: 1 };
  const { CopyPartResult } = await s3().send(new UploadPartCopyCommand({ ...upload, ...copy }));
  expect(CopyPartResult?.ETag).toEqual(expect.any(String));
});

test('an upload is completed by the ETags of its parts, without their checksums', async () => {
  const upload = await opened('completed');
  await complete(upload, await withPart(upload, SMALL));
  expect(await files.size('completed')).toBe(SMALL.length);
});

test('an upload is not completed under another size than that of its parts', async () => {
  const upload = await opened('sized');
  const parts = await withPart(upload, SMALL);
  await expect(complete(upload, parts, 99)).rejects.toMatchObject({ name: 'InvalidRequest' });
  await complete(upload, parts, 100);
});

test('the CRC-64/NVME of the whole is told on completion, and afterwards', async () => {
  const upload = await opened('told');
  const crc = crc64nvme();
  crc.update(SMALL);
  const checksum = Buffer.from(crc.digest()).toString('base64');
  const answer = await complete(upload, await withPart(upload, SMALL));
  expect(answer).toMatchObject({ ChecksumCRC64NVME: checksum, ChecksumType: 'FULL_OBJECT' });
  expect((await files.open('told'))?.crc64nvme).toBe(checksum);
});

test('two completions at once make one whole object', async () => {
  const upload = await opened('twice');
  const parts = await withPart(upload, LARGE);
  await Promise.allSettled([complete(upload, parts), complete(upload, parts)]);
  const { Body } = await s3().send(
    new GetObjectCommand({ Bucket: upload.Bucket, Key: upload.Key }),
    // The one object that LocalStack has spoilt never ends.
    { abortSignal: AbortSignal.timeout(20_000) },
  );
  expect(Buffer.compare((await Body?.transformToByteArray()) ?? Buffer.of(), LARGE)).toBe(0);
});
