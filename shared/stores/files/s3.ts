import { S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;
let clientForParts: S3Client | undefined;

/** Whether to use path-style URLs: with an endpoint of its own, since emulators have no subdomains for buckets. */
export const pathStyle = (): boolean =>
  Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);

/** The process's S3 client; endpoint, region and credentials come from the SDK's environment variables. */
export function s3(): S3Client {
  client ??= new S3Client({ forcePathStyle: pathStyle(), maxAttempts: 5 });
  return client;
}

/**
 * Adds no CRC-32 to what it sends: S3 refuses parts with a checksum of another kind than the upload was opened with
 * (https://github.com/aws/aws-sdk-java-v2/issues/6518, https://github.com/aws/aws-sdk-go-v2/issues/3005).
 */
export function s3ForParts(): S3Client {
  clientForParts ??= new S3Client({
    forcePathStyle: pathStyle(),
    maxAttempts: 5,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return clientForParts;
}
