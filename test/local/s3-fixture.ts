import { createHash, randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { type S3Options, startS3 } from '../../local/s3/server.ts';
import { external } from '../support/service/external-stores.ts';
import { identity, temporaryFolder } from '../support/service/local-services.ts';

export const MiB = 1024 ** 2;

export interface S3Fixture {
  url: string;
  bucket: string;
  client: S3Client;
  dataDir: string;
  close(): Promise<void>;
}

export const s3Client = (url: string, config: S3ClientConfig = {}): S3Client =>
  new S3Client({ endpoint: url, ...identity, forcePathStyle: true, maxAttempts: 1, ...config });

/** A server on a directory of its own, with one bucket. An error that a client would see as 500 fails the test. */
export async function startFixture(options: Partial<S3Options> = {}): Promise<S3Fixture> {
  const folder = temporaryFolder();
  const dataDir = folder.path;
  const failures: unknown[] = [];
  const onError = (error: unknown): void => void failures.push(error);
  const server = await startS3({ dataDir, ...identity, onError, ...options });
  const client = s3Client(server.url);
  const bucket = 'media';
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    url: server.url,
    bucket,
    client,
    dataDir,
    async close() {
      client.destroy();
      await server.close();
      folder[Symbol.dispose]();
      if (failures.length > 0) throw new AggregateError(failures, 'The server met errors it did not expect.');
    },
  };
}

/** What the protocol suite talks to: the external S3 with the environment's credentials, or a server of its own. */
export async function connectUnderTest(): Promise<Pick<S3Fixture, 'bucket' | 'client' | 'close'>> {
  const endpoint = external.endpoints.s3;
  if (endpoint === undefined) return startFixture();
  const client = new S3Client({
    endpoint,
    region: process.env.AWS_REGION ?? 'us-east-1',
    forcePathStyle: true,
  });
  const bucket = `vms-test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    bucket,
    client,
    async close() {
      await emptyBucket(client, bucket);
      await client.send(new DeleteBucketCommand({ Bucket: bucket }));
      client.destroy();
    },
  };
}

async function emptyBucket(client: S3Client, Bucket: string): Promise<void> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

/** Status and code of the error that a request must end with. */
export const failure = (sent: Promise<unknown>): Promise<{ status: number | undefined; code: string }> =>
  sent.then(
    () => expect.unreachable('the request succeeded'),
    (error: S3ServiceException) => ({ status: error.$metadata.httpStatusCode, code: error.name }),
  );

/** Reproducible bytes that don't repeat. */
export function pattern(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < size; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state;
  }
  return bytes;
}

export const md5Hex = (data: Buffer): string => createHash('md5').update(data).digest('hex');
