import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limits for reading and discarding an unwanted body: bytes and milliseconds. */
export interface DrainLimits {
  bytes: number;
  ms: number;
}

export const DRAINED: DrainLimits = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Reads and discards the rest of a body after the answer, so that the client gets to see it; beyond the limits the
 * connection is cut.
 */
export function drainAfter(
  response: ServerResponse,
  message: IncomingMessage,
  { bytes, ms }: DrainLimits = DRAINED,
): void {
  const drain = (): void => {
    if (message.complete) return;
    let left = bytes;
    const cut = setTimeout(() => message.destroy(), ms);
    const stop = () => clearTimeout(cut);
    message.once('end', stop).once('close', stop);
    message.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) message.destroy();
    });
    message.resume();
    message.read(0);
  };
  // Runs before Node's own listener, which would read without a limit.
  response.prependOnceListener('finish', drain);
}
