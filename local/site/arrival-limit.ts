import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * What the site is sent are forms of a few kilobytes: whoever takes longer than this only keeps a connection from others.
 * Milliseconds.
 */
export const ARRIVAL_MS = 10_000;

/** Cuts off a request that has not arrived in full after so many milliseconds. */
export function limitArrival(message: IncomingMessage, response: ServerResponse, ms: number): void {
  const cut = setTimeout(() => {
    if (!message.complete) response.destroy();
  }, ms);
  response.once('close', () => clearTimeout(cut));
}
