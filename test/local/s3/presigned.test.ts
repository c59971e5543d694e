/** Presigned URLs, used by clients that know nothing but the URL. */
import { once } from 'node:events';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawConnection } from '../../support/service/raw-http.ts';
import { MiB, pattern, type S3Fixture, s3Client, startFixture } from './fixture.ts';

let clock = Date.now();
let fixture: S3Fixture;
let signer: S3Client;
let bucket: string;

beforeAll(async () => {
  fixture = await startFixture({ now: () => clock });
  signer = s3Client(fixture.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  bucket = fixture.bucket;
});
afterAll(() => fixture.close());

const signPut = (
  Key: string,
  input: { ContentLength?: number; ContentType?: string } = {},
): Promise<string> =>
  getSignedUrl(signer, new PutObjectCommand({ Bucket: bucket, Key, ...input }), {
    expiresIn: 60,
    signableHeaders: new Set(['host', 'content-length', 'content-type']),
  });
const signGet = (Key: string, input: object = {}): Promise<string> =>
  getSignedUrl(signer, new GetObjectCommand({ Bucket: bucket, Key, ...input }), { expiresIn: 60 });
const codeOf = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  /<Code>(.*?)<\/Code>/.exec(await response.text())?.[1],
];

describe('GET', () => {
  const body = pattern(20_000, 5);
  beforeAll(() => signer.send(new PutObjectCommand({ Bucket: bucket, Key: 'get me ü', Body: body })));

  test('the URL gives the object, whole and in ranges', async () => {
    const url = await signGet('get me ü');
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(body)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(10, 20))).toBe(true);
  });

  test('it forces type, disposition and caching of the answer', async () => {
    const url = await signGet('get me ü', {
      ResponseContentType: 'video/mp4',
      ResponseContentDisposition: "attachment; filename*=UTF-8''%C3%BC.mp4",
      ResponseCacheControl: 'no-store',
      ResponseContentEncoding: 'identity',
      ResponseContentLanguage: 'fr',
    });
    const { headers } = await fetch(url);
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%BC.mp4");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-encoding')).toBe('identity');
    expect(headers.get('content-language')).toBe('fr');
  });

  test('a forced header that no HTTP header can be is refused', async () => {
    const url = await signGet('get me ü', { ResponseContentDisposition: 'attachment; filename="видео"' });
    expect(await codeOf(await fetch(url))).toEqual([400, 'InvalidArgument']);
  });

  test('it cannot be used to write, nor for another object', async () => {
    const url = await signGet('get me ü');
    expect(await codeOf(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual([
      403,
      'SignatureDoesNotMatch',
    ]);
    const other = url.replace('get%20me', 'get%20you');
    expect(await codeOf(await fetch(other))).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test('it dies when it expires', async () => {
    const url = await signGet('get me ü');
    const before = clock;
    try {
      clock = Date.now() + 61_000;
      const response = await fetch(url);
      expect(await codeOf(response)).toEqual([403, 'AccessDenied']);
      expect(Date.parse(response.headers.get('date') ?? '')).toBe(Math.floor(clock / 1000) * 1000);
    } finally {
      clock = before;
    }
    const alive = await fetch(url);
    expect(alive.status).toBe(200);
    await alive.arrayBuffer();
  });

  test('an Authorization header beside it is refused', async () => {
    const response = await fetch(await signGet('get me ü'), {
      headers: { authorization: 'Bearer vms_sk_x' },
    });
    expect(await codeOf(response)).toEqual([400, 'InvalidArgument']);
  });
});

describe('PUT', () => {
  test('a signed length and type bind the body', async () => {
    const url = await signPut('put/bound', { ContentLength: 4, ContentType: 'text/plain' });
    const put = (body: string, type: string) =>
      fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
    expect(await codeOf(await put('long body', 'text/plain'))).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await codeOf(await put('body', 'text/html'))).toEqual([403, 'SignatureDoesNotMatch']);
    expect((await put('body', 'text/plain')).status).toBe(200);
    const stored = await fetch(await signGet('put/bound'));
    expect([stored.headers.get('content-type'), await stored.text()]).toEqual(['text/plain', 'body']);
  });

  test('an unsigned x-amz-* header is refused', async () => {
    const url = await signPut('put/headers');
    for (const header of ['x-amz-checksum-crc32', 'x-amz-meta-a', 'x-amz-copy-source']) {
      const response = await fetch(url, { method: 'PUT', body: 'x', headers: { [header]: 'AAAAAA==' } });
      expect(await codeOf(response)).toEqual([403, 'AccessDenied']);
    }
  });

  test('a checksum hoisted into the URL is checked against the body', async () => {
    // What a presigning client with default settings makes: the CRC32 of an empty body.
    const url = await getSignedUrl(
      fixture.client,
      new PutObjectCommand({ Bucket: bucket, Key: 'put/hoisted' }),
    );
    expect(url).toContain('x-amz-checksum-crc32=AAAAAA');
    expect(await codeOf(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual([400, 'BadDigest']);
    expect((await fetch(url, { method: 'PUT', body: '' })).status).toBe(200);
  });

  test('metadata hoisted into the URL is stored', async () => {
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'put/meta', Metadata: { video: '7' } });
    expect((await fetch(await getSignedUrl(signer, command), { method: 'PUT', body: 'x' })).status).toBe(200);
    const stored = await fetch(await signGet('put/meta'));
    expect([stored.headers.get('x-amz-meta-video'), await stored.text()]).toEqual(['7', 'x']);
  });
});

test('parts of an upload go to presigned URLs that bind their length', async () => {
  const Key = 'multi';
  const parts = [pattern(5 * MiB, 1), pattern(100, 2)];
  const { UploadId } = await signer.send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key, ChecksumAlgorithm: 'CRC64NVME' }),
  );
  const Parts = [];
  for (const [index, body] of parts.entries()) {
    const PartNumber = index + 1;
    const command = new UploadPartCommand({
      Bucket: bucket,
      Key,
      UploadId,
      PartNumber,
      ContentLength: body.length,
    });
    const url = await getSignedUrl(signer, command, { signableHeaders: new Set(['host', 'content-length']) });
    const short = await fetch(url, { method: 'PUT', body: body.subarray(1) });
    expect(await codeOf(short)).toEqual([403, 'SignatureDoesNotMatch']);
    const response = await fetch(url, { method: 'PUT', body, headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
    Parts.push({ PartNumber, ETag: response.headers.get('etag') ?? '' });
  }
  await signer.send(
    new CompleteMultipartUploadCommand({ Bucket: bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
  const whole = Buffer.from(await (await fetch(await signGet(Key))).arrayBuffer());
  expect(whole.equals(Buffer.concat(parts))).toBe(true);
});

test('connections that send nothing, more than the server takes, keep nobody out', async () => {
  await signer.send(new PutObjectCommand({ Bucket: bucket, Key: 'beside', Body: 'bytes' }));
  const silent = await Promise.all(Array.from({ length: 1100 }, () => rawConnection(fixture.url)));
  const response = await fetch(await signGet('beside'));
  for (const { socket } of silent) socket.destroy();
  expect(await response.text()).toBe('bytes');
});

test('downloads of one account that are not read, as many as the server takes connections, keep nobody out', async () => {
  const small = await startFixture({ connections: 4 });
  const presign = async (Key: string, Body: Buffer): Promise<URL> => {
    await small.client.send(new PutObjectCommand({ Bucket: small.bucket, Key, Body }));
    const command = new GetObjectCommand({ Bucket: small.bucket, Key });
    return new URL(await getSignedUrl(small.client, command, { expiresIn: 60 }));
  };
  const { host, pathname, search } = await presign('uploads/a/1', pattern(24 * MiB));
  const other = await presign('uploads/b/2', Buffer.from('bytes'));
  small.client.destroy();
  const unread = [];
  for (let count = 0; count < 4; count++) {
    const connection = await rawConnection(small.url);
    connection.send(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(connection.socket, 'readable');
    unread.push(connection);
  }
  expect(await (await fetch(other)).text()).toBe('bytes');
  for (const { socket } of unread) socket.destroy();
  await small.close();
});

test('a client that sends very many requests ahead is cut off, whatever they expect', async () => {
  const connection = await rawConnection(fixture.url);
  const request = `PUT /${bucket}/ahead HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nContent-Length: 0\r\n\r\n`;
  connection.send(request.repeat(10_000));
  connection.socket.resume();
  await connection.closed;
});
