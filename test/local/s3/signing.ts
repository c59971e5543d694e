/** A client that signs by itself: for requests that no SDK would send. */
import { createHash, createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { identity } from '../../support/service/local-services.ts';

const { credentials, region } = identity;

export interface RawRequest {
  method: string;
  /** Path and query, sent and signed as they are; must already be in canonical form. */
  target: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** What `x-amz-content-sha256` says; the hash of the body if absent. */
  payloadHash?: string;
  /** When it is signed, epoch milliseconds. */
  at?: number;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The `<Code>` of an error. */
  code: string | undefined;
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Headers of a signed request, and how to sign the chunks of its body. */
export function sign(
  url: string,
  { method, target, headers = {}, body = '', payloadHash, at = Date.now() }: RawRequest,
) {
  const timestamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const key = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  const signed: Record<string, string> = {
    ...headers,
    host: new URL(url).host,
    'x-amz-content-sha256': payloadHash ?? sha256(body),
    'x-amz-date': timestamp,
  };
  const names = Object.keys(signed).sort();
  const [path, query = ''] = target.split('?');
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    signed['x-amz-content-sha256'],
  ].join('\n');
  const seed = hmac(key, ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${seed}`;
  const next = (kind: string, previous: string, ...hashes: string[]): string =>
    hmac(key, [kind, timestamp, scope, previous, ...hashes].join('\n')).toString('hex');
  return {
    headers: { ...signed, authorization } as Record<string, string>,
    seed,
    signChunk: (previous: string, data: Buffer): string =>
      next('AWS4-HMAC-SHA256-PAYLOAD', previous, sha256(''), sha256(data)),
    signTrailer: (previous: string, trailer: string): string =>
      next('AWS4-HMAC-SHA256-TRAILER', previous, sha256(trailer)),
  };
}

/** Sends a request as it stands; a body without content-length goes with chunked transfer encoding. */
export function sendRaw(
  url: string,
  { method, target, headers = {}, body }: Omit<RawRequest, 'payloadHash' | 'at'>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = send({ hostname, port, method, path: target, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1];
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, code });
      });
    });
    request.on('error', reject);
    if (body !== undefined) request.write(body);
    request.end();
  });
}

/** Signs and sends. */
export function sendSigned(url: string, request: RawRequest): Promise<RawResponse> {
  const { body } = request;
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return sendRaw(url, { ...request, headers: { ...length, ...sign(url, request).headers } });
}
