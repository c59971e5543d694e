import type { IncomingMessage } from 'node:http';

/** What is read and thrown away of a refused body, so that the client gets to see the answer. */
const DRAIN_BYTES = 256 * 1024 * 1024;

export class BodyTooLarge extends Error {}

/** @throws BodyTooLarge as soon as there is more than `max` bytes */
export async function readBody(message: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(message.headers['content-length'] ?? 0) > max) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > max) throw new BodyTooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Reads on without keeping anything, up to a bound; beyond it the connection is cut. */
export function discardBody(message: IncomingMessage): void {
  let left = DRAIN_BYTES;
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
  message.resume();
}
