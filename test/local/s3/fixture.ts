import { createHash } from 'node:crypto';
import {
  CreateBucketCommand,
  S3Client,
  type S3ClientConfig,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { type S3Options, type S3Server, startS3 } from '../../../local/s3/server.ts';
import { inProcess as inProcessConnection } from '../../../local/stores/connections.ts';
import { provideConnections } from '../../../shared/stores/connections.ts';
import { createS3 } from '../../../shared/stores/files/s3.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

let inProcess = false;

/** Has fixtures that start from now on come with clients that call the server without a network, as those of the service do. */
export function useInProcessClients(): void {
  inProcess = true;
  afterFile(() => {
    inProcess = false;
  });
}

function clientOf(server: S3Server, config: S3ClientConfig): S3Client {
  if (!inProcess) return s3Client(server.url, config);
  provideConnections({ s3: inProcessConnection(server.requestHandler) });
  return createS3({ ...identity, forcePathStyle: true, maxAttempts: 1, ...config });
}

/** A server on a directory of its own, with one bucket. An error that a client would see as 500 fails the test. */
export async function startFixture(
  options: Partial<S3Options> = {},
  config: S3ClientConfig = {},
): Promise<S3Fixture> {
  const folder = temporaryFolder();
  const dataDir = folder.path;
  const failures: unknown[] = [];
  const onError = (error: unknown): void => void failures.push(error);
  const server = await startS3({ dataDir, ...identity, onError, ...options });
  const client = clientOf(server, config);
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
