import type { IncomingMessage } from 'node:http';

/** Far more than a name and a password take, or an ID token. */
const MOST_BODY_BYTES = 8192;

/** The fields of a form; what exceeds the bound is left out, and so has no fields. */
export async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BODY_BYTES) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
