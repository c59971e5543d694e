/** What uploads rely on of S3 beyond plain parts, a request each, as AWS documents them. */
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
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

/** Opens an upload with a checksum of the whole object. */
async function opened(Key: string) {
  const target = { Bucket: files.bucket, Key };
  const { uploadId } = await openUpload({ ...target, ContentType: 'video/mp4' });
  return { ...target, UploadId: uploadId };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Sends the only part, with a checksum of the kind that the upload was opened with. */
async function withPart(upload: Opened, Body: Buffer): Promise<CompletedPart[]> {
  const part = { PartNumber: 1, Body, ChecksumAlgorithm: 'CRC64NVME' } as const;
  const { ETag } = await s3().send(new UploadPartCommand({ ...upload, ...part }));
  return [{ PartNumber: 1, ETag }];
}

const complete = (upload: Opened, Parts: CompletedPart[], MpuObjectSize?: number) =>
  s3().send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, MpuObjectSize }));

test('a part needs no checksum of its own', async () => {
  const { Key, UploadId = '' } = await opened('plain');
  const signer = openUrlSigner(environment);
  const { parts } = await signer.signParts(Key, UploadId, [{ number: 1, size: SMALL.length }]);
  const { status } = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: SMALL });
  expect(status).toBe(200);
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
