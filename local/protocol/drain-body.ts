import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is read and thrown away of a body that nobody wants: bytes, and for how many milliseconds. */
export interface DrainLimits {
  bytes: number;
  ms: number;
}

export const DRAINED: DrainLimits = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Once the answer is out, reads on without keeping anything, so that the client gets to see it; beyond the bounds the
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
  // Before Node's own listener, which would read on without a bound where nobody reads.
  response.prependOnceListener('finish', drain);
}
