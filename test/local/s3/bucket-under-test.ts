import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { afterFile } from '../../support/service/after-file.ts';
import { external } from '../../support/service/external-stores.ts';
import { type S3Fixture, startFixture } from './fixture.ts';

async function connect(config: S3ClientConfig): Promise<Pick<S3Fixture, 'bucket' | 'client' | 'close'>> {
  const endpoint = external.endpoints.s3;
  if (endpoint === undefined) return startFixture({}, config);
  const client = new S3Client({
    endpoint,
    region: process.env.AWS_REGION ?? 'us-east-1',
    forcePathStyle: true,
    ...config,
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
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
    await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

/**
 * A bucket for the tests of this file, and the requests that the protocol suites make most: of the external S3 where the
 * environment names one, with the environment's credentials, else of an embedded server.
 */
export async function bucketUnderTest(config: S3ClientConfig = {}) {
  const { client: s3, bucket: Bucket, close } = await connect(config);
  afterFile(close);
  const get = (Key: string, Range?: string) => s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  return {
    s3,
    bucket: Bucket,
    put: (Key: string, Body: Buffer | string) => s3.send(new PutObjectCommand({ Bucket, Key, Body })),
    get,
    head: (Key: string, input: object = {}) => s3.send(new HeadObjectCommand({ Bucket, Key, ...input })),
    bytes: async (Key: string, Range?: string): Promise<Buffer> =>
      Buffer.from((await (await get(Key, Range)).Body?.transformToByteArray()) ?? []),
  };
}
