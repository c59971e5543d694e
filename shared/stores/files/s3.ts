import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { perEnvironment } from '../../kernel/runtime/store-factories.ts';
import { connect } from '../connections.ts';

/** Whether to use path-style URLs: with an endpoint of its own, since emulators have no subdomains for buckets. */
export const pathStyle = (): boolean =>
  Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);

/** A client of its own for one purpose. */
export const createS3 = (config: S3ClientConfig = {}): S3Client =>
  connect('s3', (options) => new S3Client({ forcePathStyle: pathStyle(), ...config, ...options }));

const CONFIG = { maxAttempts: 5 };

/** The process's S3 client; endpoint, region and credentials come from the SDK's environment variables. */
export const s3 = perEnvironment(() => createS3(CONFIG));

/**
 * The same without the SDK's CRC-32, for parts: an upload that was opened without a checksum takes none with its parts
 * (https://github.com/aws/aws-sdk-java-v2/issues/6518, https://github.com/aws/aws-sdk-go-v2/issues/3005).
 */
export const s3WithoutChecksums = perEnvironment(() =>
  createS3({ ...CONFIG, requestChecksumCalculation: 'WHEN_REQUIRED' }),
);
