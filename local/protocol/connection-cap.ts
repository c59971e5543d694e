import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The least average rate of a body, bytes a second, and from when on it is demanded: as Apache's mod_reqtimeout by default. */
const LEAST_RATE = 500;
const RATED_AFTER_MS = 20_000;
const CHECK_EVERY_MS = 5000;

/** A request in progress, from its headers on until its answer is handed over. */
export interface HeldRequest {
  /** Counts the connection as the account's from now on. */
  belongsTo(account: string): void;
  /** Call once, when the request ends. */
  release(): void;
}

interface Request {
  readonly message: IncomingMessage;
  since: number;
  readonly bytesBefore: number;
  /** Empty where nobody has shown who sends it. */
  account: string;
}

interface CapOptions {
  /** The most connections. */
  readonly most: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * Limits the number of connections so that none of them locks others out. At the limit a new one replaces
 * 1. the connection that has been without a request for longest, else
 * 2. of the requests that still arrive the slowest one of the account that has most of them, else
 * 3. the longest request of an account that has more than half of the places.
 * Where there is none of these it is refused. Bodies that arrive too slowly are cut off at any time.
 */
export class ConnectionCap {
  readonly #most: number;
  readonly #now: () => number;
  /** Connections without a request in progress, longest idle first. */
  readonly #idle = new Set<Socket>();
  /** The others, longest busy first. */
  readonly #busy = new Map<Socket, Request>();
  #closing = false;

  constructor({ most, now = performance.now.bind(performance) }: CapOptions) {
    this.#most = most;
    this.#now = now;
  }

  /** Admits the server's connections from now on, until it is closed. */
  guard(server: Server): void {
    server.on('connection', (socket) => this.admit(socket));
    const timer = setInterval(() => this.cutSlow(), CHECK_EVERY_MS).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Admits a new connection, or destroys it. */
  admit(socket: Socket): void {
    if (this.#idle.size + this.#busy.size >= this.#most) {
      const replaced = this.#replaceable();
      if (replaced === undefined) {
        socket.destroy();
        return;
      }
      this.#forget(replaced);
      replaced.destroy();
    }
    this.#idle.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  /** Marks the connection of a request as busy. */
  hold(message: IncomingMessage): HeldRequest {
    const { socket } = message;
    const request = { message, since: this.#now(), bytesBefore: socket.bytesRead, account: '' };
    if (this.#idle.delete(socket)) this.#busy.set(socket, request);
    return {
      belongsTo: (account) => {
        request.account = account;
      },
      release: () => {
        if (this.#busy.get(socket) !== request) return;
        this.#busy.delete(socket);
        this.#idle.add(socket);
        if (this.#closing) socket.destroySoon();
      },
    };
  }

  /** Cuts off what has been arriving too slowly for too long; called every `CHECK_EVERY_MS`. */
  cutSlow(): void {
    for (const [socket, request] of this.#busy) {
      const { message, since } = request;
      // Of what has arrived something is not read yet: it is the client who waits.
      if (message.readableLength > 0) request.since += CHECK_EVERY_MS;
      else if (message.complete || this.#now() - since < RATED_AFTER_MS) continue;
      else if (this.#rate(request) < LEAST_RATE) socket.destroy();
    }
  }

  /**
   * Ends connections as soon as they have no request in progress: clients would keep them for a minute after the last answer. Destroys
   * those over which nothing has come; browsers open some ahead, and servers do not count them as idle.
   */
  close(): void {
    this.#closing = true;
    for (const socket of this.#idle) if (socket.bytesRead === 0) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#idle.delete(socket);
    this.#busy.delete(socket);
  }

  #replaceable(): Socket | undefined {
    const [longestIdle] = this.#idle;
    if (longestIdle !== undefined) return longestIdle;
    const requests = [...this.#busy.values()];
    const arriving = largestShare(requests.filter(({ message }) => !message.complete));
    if (arriving.length > 0) {
      return arriving.reduce((a, b) => (this.#rate(b) < this.#rate(a) ? b : a)).message.socket;
    }
    const share = largestShare(requests.filter(({ account }) => account !== ''));
    return share.length > this.#most / 2 ? share[0]?.message.socket : undefined;
  }

  /** Bytes a second since the headers. */
  #rate({ message, since, bytesBefore }: Request): number {
    return ((message.socket.bytesRead - bytesBefore) * 1000) / Math.max(this.#now() - since, 1);
  }
}

/** The requests of the account that has most of them. */
function largestShare(requests: readonly Request[]): readonly Request[] {
  const shares = [...Map.groupBy(requests, ({ account }) => account).values()];
  return shares.reduce((most, share) => (share.length > most.length ? share : most), []);
}
