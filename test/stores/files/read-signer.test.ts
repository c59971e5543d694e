import { GetObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { openReadSigner } from '../../../shared/stores/files/read-signer.ts';

const KEYS = ['a', 'uploads/acme/1.mp4', "ü €/+%25 !'()*~&=?#/…"];
const AS = { contentType: 'video/mp4', disposition: 'attachment; filename*=UTF-8\'\'%C3%BC "x".mp4' };
const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret/+' };

test.each<[string, S3ClientConfig]>([
  ['on AWS', { region: 'eu-central-1', credentials }],
  ['in the first region', { region: 'us-east-1', credentials }],
  ['with a session', { region: 'eu-central-1', credentials: { ...credentials, sessionToken: 'token/+=' } }],
  [
    'at an address',
    { region: 'us-east-1', credentials, endpoint: 'http://127.0.0.1:9000', forcePathStyle: true },
  ],
])('the URL of an object %s is that of the SDK', async (_, config) => {
  const client = new S3Client(config);
  const sign = await openReadSigner(client, 'media.example');
  const validity = { expiresIn: 3600, signingDate: new Date('2026-03-01T12:00:00Z') };
  for (const Key of KEYS) {
    const command = new GetObjectCommand({
      Bucket: 'media.example',
      Key,
      ResponseContentType: AS.contentType,
      ResponseContentDisposition: AS.disposition,
    });
    expect(await sign(Key, AS, validity)).toBe(await getSignedUrl(client, command, validity));
  }
});
