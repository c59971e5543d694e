import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Bytes to stream; `release` is called once they are sent or abandoned. */
interface ByteSource {
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

/** The headers of a reply with those that its body implies, and what is sent of the body: nothing for HEAD. */
export function contentOf(
  { status, headers = {}, body }: Reply,
  method: string | undefined,
): { headers: Record<string, string>; content: Buffer | ByteSource } {
  if (typeof body === 'object') return { headers, content: body };
  const bytes = Buffer.from(body ?? '');
  const hasLength = status !== 204 && status !== 304;
  return {
    headers: {
      ...(body !== undefined && { 'content-type': 'application/xml' }),
      ...(body === undefined && hasLength && { 'content-length': '0' }),
      ...headers,
      ...(body !== undefined && { 'content-length': String(bytes.length) }),
    },
    content: method === 'HEAD' ? Buffer.alloc(0) : bytes,
  };
}

/** Sends `reply`; for HEAD only its headers. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  method: string | undefined,
): Promise<void> {
  const { headers, content } = contentOf(reply, method);
  if (Buffer.isBuffer(content)) {
    response.writeHead(reply.status, headers).end(content);
    return;
  }
  try {
    response.writeHead(reply.status, headers);
    await pipeline(content.chunks, response);
  } finally {
    content.release();
  }
}
