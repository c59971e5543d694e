import { S3Client } from '@aws-sdk/client-s3';
import { perEnvironment } from '../../kernel/runtime/openers.ts';

/** Whether to use path-style URLs: with an endpoint of its own, since emulators have no subdomains for buckets. */
export const pathStyle = (): boolean =>
  Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);

/** The process's S3 client; endpoint, region and credentials come from the SDK's environment variables. */
export const s3 = perEnvironment(() => new S3Client({ forcePathStyle: pathStyle(), maxAttempts: 5 }));
