import type { Socket } from 'node:net';

/**
 * Limits the number of connections. At the limit a new connection replaces the one that has been without a request
 * in progress for longest, so that idle connections lock nobody out. It is refused if all have a request in
 * progress.
 */
export class ConnectionCap {
  readonly #most: number;
  /** Connections without a request in progress, longest idle first. */
  readonly #idle = new Set<Socket>();
  /** The others, with their number of requests: a client may send the next one before it has the answer. */
  readonly #busy = new Map<Socket, number>();
  #closing = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Admits a new connection, or destroys it. */
  admit(socket: Socket): void {
    if (this.#idle.size + this.#busy.size >= this.#most) {
      const [longest] = this.#idle;
      if (longest === undefined) {
        socket.destroy();
        return;
      }
      this.#idle.delete(longest);
      longest.destroy();
    }
    this.#idle.add(socket);
    socket.once('close', () => {
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
  }

  /**
   * Marks a connection as busy with a request.
   * @returns a function to call once when the request ends
   */
  hold(socket: Socket): () => void {
    if (socket.destroyed) return () => undefined;
    this.#idle.delete(socket);
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
    return () => {
      const requests = this.#busy.get(socket);
      if (requests === undefined) return;
      if (requests > 1) {
        this.#busy.set(socket, requests - 1);
        return;
      }
      this.#busy.delete(socket);
      this.#idle.add(socket);
      if (this.#closing) socket.destroySoon();
    };
  }

  /**
   * Ends connections as soon as they have no request in progress: clients would keep them for a minute after the last answer. Destroys
   * those over which nothing has come; browsers open some ahead, and servers do not count them as idle.
   */
  close(): void {
    this.#closing = true;
    for (const socket of this.#idle) if (socket.bytesRead === 0) socket.destroy();
  }
}
