import type { Socket } from 'node:net';

/**
 * Bounds how many connections there are. At the bound a new one takes the place of the one that has been without a
 * request in progress for longest, so that connections that only wait keep nobody out. It is refused where all have one.
 */
export class ConnectionCap {
  readonly #most: number;
  /** Those without a request in progress, in the order in which they became so. */
  readonly #idle = new Set<Socket>();
  /** The others, with how many they have: a client may send the next request before it has the answer. */
  readonly #busy = new Map<Socket, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a new connection, or destroys it. */
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

  /** A request begins on a connection, which keeps its place meanwhile. @returns to be called once when it ends */
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
    };
  }
}
