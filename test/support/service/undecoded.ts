import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

interface UndecodedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent. */
  bytes: Buffer;
}

/** An answer as it is sent: `fetch` decompresses what it gets. */
export function undecoded(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<UndecodedAnswer> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, { method, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, bytes }), reject);
    });
    request.end();
  });
}

/** The text of an answer that was sent so. */
export function decodedText({ headers, bytes }: Pick<UndecodedAnswer, 'headers' | 'bytes'>): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
