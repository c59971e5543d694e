import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind another one of their connection. A client that sends more ahead is cut off. */
const MOST_WAITING = 8;

/**
 * Passes on one request of a connection at a time. Node's server takes every request of a chunk at once, thousands where a client
 * sends ahead ("pipelining", RFC 9112, 9.3.2), and holds all their answers until the first one is read.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (message: IncomingMessage, response: ServerResponse) => {
    const { socket } = message;
    const start = (): void => {
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next === undefined) waiting.delete(socket);
        else if (!socket.destroyed) next();
      });
      listener(message, response);
    };
    const others = waiting.get(socket);
    if (others === undefined) {
      waiting.set(socket, []);
      start();
    } else if (others.length < MOST_WAITING) {
      others.push(start);
    } else {
      socket.destroy();
    }
  };
}
