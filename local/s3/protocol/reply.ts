import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Bytes to stream; `release` is called once they are sent or abandoned. */
export interface ByteSource {
  chunks: AsyncIterable<Buffer>;
  release(): void;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Text is XML. */
  body?: string | ByteSource;
}

export const xmlReply = (xml: string, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  body: xml,
});

/** Sends `reply`; for HEAD only its headers. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  method: string | undefined,
): Promise<void> {
  const { status, headers = {}, body } = reply;
  try {
    if (typeof body === 'string') {
      const text = Buffer.from(body);
      response.writeHead(status, {
        'content-type': 'application/xml',
        ...headers,
        'content-length': text.length,
      });
      response.end(method === 'HEAD' ? undefined : text);
    } else if (body) {
      response.writeHead(status, headers);
      await pipeline(body.chunks, response);
    } else {
      response.writeHead(
        status,
        status === 204 || status === 304 ? headers : { 'content-length': '0', ...headers },
      );
      response.end();
    }
  } finally {
    if (typeof body === 'object') body.release();
  }
}
