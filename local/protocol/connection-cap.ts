import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The least average rate of a body, bytes a second, and from when on it is demanded: as Apache's mod_reqtimeout by default. */
const LEAST_RATE = 500;
const RATED_AFTER_MS = 20_000;
/**
 * The least rate at which an answer is read, bytes a second, each minute anew: what systems hold of a connection lets readings appear in
 * steps of 64 KiB and more. Slower players get the rest of a video by their next request.
 */
const LEAST_READ_RATE = 4096;
const READ_RATED_MS = 60_000;
const CHECK_EVERY_MS = 5000;
/** Until a new connection, or one between two requests, counts as unused: long enough to send a request. */
const FRESH_MS = 1000;

/** A request in progress, from its headers on until its answer is handed over. */
export interface HeldRequest {
  /** Counts the connection as the account's from now on. */
  belongsTo(account: string): void;
  /** Call once, when the request ends. */
  release(): void;
}

/** Bytes that have passed since a time. */
interface Measured {
  since: number;
  bytesBefore: number;
}

interface Request {
  readonly message: IncomingMessage;
  /** From the headers on. */
  readonly arrival: Measured;
  /** The latest minute in which the client had something to read. */
  readonly reading: Measured;
  /** Empty where nobody has shown who sends it. */
  account: string;
}

interface Connection {
  readonly socket: Socket;
  /** Of the connection, or when its latest request began or ended. */
  readonly since: number;
  readonly request?: Request | undefined;
}

interface Held extends Connection {
  readonly request: Request;
}

interface CapOptions {
  /** The most connections. */
  readonly most: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * Limits the number of connections so that none of them locks others out. Those wait over which no request has come in full, unless
 * an account is known to send one. At the limit a new connection replaces
 * 1. the one that has waited for longest, if that is more than a second, or if more than half of all are waiting, else
 * 2. of the account that has most, if that is more than one, the request that arrives slowest, or the longest one, else
 * 3. the one that has waited for longest, else
 * 4. the request that arrives slowest.
 * Where there is none of these it is refused. Bodies that arrive too slowly, and answers that are read too slowly, are cut off at any time.
 */
export class ConnectionCap {
  readonly #most: number;
  readonly #now: () => number;
  /** By `since`. */
  readonly #connections = new Map<Socket, Connection>();
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
    if (this.#connections.size >= this.#most) {
      const replaced = this.#replaceable();
      if (replaced === undefined) {
        socket.destroy();
        return;
      }
      this.#connections.delete(replaced.socket);
      replaced.socket.destroy();
    }
    this.#connections.set(socket, { socket, since: this.#now() });
    socket.once('close', () => this.#connections.delete(socket));
  }

  /** Counts a request of a connection. */
  hold(message: IncomingMessage): HeldRequest {
    const { socket } = message;
    const since = this.#now();
    const request: Request = {
      message,
      arrival: { since, bytesBefore: socket.bytesRead },
      reading: { since, bytesBefore: read(socket) },
      account: '',
    };
    this.#renew(socket, request);
    return {
      belongsTo: (account) => {
        request.account = account;
      },
      release: () => {
        if (this.#connections.get(socket)?.request !== request) return;
        this.#renew(socket);
        if (this.#closing) socket.destroySoon();
      },
    };
  }

  /** Cuts off what has been arriving, or been read, too slowly for too long; called every `CHECK_EVERY_MS`. */
  cutSlow(): void {
    for (const { socket, request } of this.#connections.values()) {
      if (request === undefined) continue;
      const { message, arrival } = request;
      // Of what has arrived something is not read yet: it is the client who waits.
      if (message.readableLength > 0) arrival.since += CHECK_EVERY_MS;
      else if (message.complete ? this.#isReadTooSlowly(request) : this.#arrivesTooSlowly(request))
        socket.destroy();
    }
  }

  /**
   * Ends connections as soon as they have no request in progress: clients would keep them for a minute after the last answer. Destroys
   * those over which nothing has come; browsers open some ahead, and servers do not count them as idle.
   */
  close(): void {
    this.#closing = true;
    for (const { socket, request } of this.#connections.values())
      if (request === undefined && socket.bytesRead === 0) socket.destroy();
  }

  #renew(socket: Socket, request?: Request): void {
    // One that has been replaced is not admitted again.
    if (this.#connections.delete(socket))
      this.#connections.set(socket, { socket, since: this.#now(), request });
  }

  #replaceable(): Connection | undefined {
    const connections = [...this.#connections.values()];
    const waiting = connections.filter((connection) => !isHeld(connection));
    const [longestWaiting] = waiting;
    const isUnused = longestWaiting !== undefined && this.#now() - longestWaiting.since > FRESH_MS;
    if (isUnused || waiting.length > this.#most / 2) return longestWaiting;
    const held = connections.filter(isHeld);
    const share = largestShare(held.filter(({ request }) => request.account !== ''));
    if (share.length > 1) return this.#slowestArriving(share) ?? share.reduce(longer);
    return longestWaiting ?? this.#slowestArriving(held);
  }

  #slowestArriving(held: readonly Held[]): Held | undefined {
    const arriving = held.filter(({ request }) => !request.message.complete);
    const rates = new Map(arriving.map((connection) => [connection, this.#arrivalRate(connection.request)]));
    return arriving.reduce<Held | undefined>(
      (a, b) => (a !== undefined && (rates.get(a) ?? 0) <= (rates.get(b) ?? 0) ? a : b),
      undefined,
    );
  }

  #arrivesTooSlowly(request: Request): boolean {
    return this.#now() - request.arrival.since >= RATED_AFTER_MS && this.#arrivalRate(request) < LEAST_RATE;
  }

  #isReadTooSlowly({ message: { socket }, reading }: Request): boolean {
    const now = this.#now();
    const elapsed = now - reading.since;
    const bytes = read(socket);
    // A client that has read all there is waits for the service.
    const isWaiting = socket.writableLength === 0;
    if (!isWaiting && elapsed < READ_RATED_MS) return false;
    const tooSlow = !isWaiting && ((bytes - reading.bytesBefore) * 1000) / elapsed < LEAST_READ_RATE;
    Object.assign(reading, { since: now, bytesBefore: bytes });
    return tooSlow;
  }

  /** Bytes a second since the headers. */
  #arrivalRate({ message, arrival }: Request): number {
    const bytes = message.socket.bytesRead - arrival.bytesBefore;
    return (bytes * 1000) / Math.max(this.#now() - arrival.since, 1);
  }
}

/** Whether a request is in progress for which others may have to wait: one that is still to arrive must show who sends it. */
const isHeld = (connection: Connection): connection is Held => {
  const { request } = connection;
  return request !== undefined && (request.account !== '' || request.message.complete);
};

/** Bytes of answers that the client, or the system for it, has taken. */
const read = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

const longer = (a: Held, b: Held): Held => (b.request.arrival.since < a.request.arrival.since ? b : a);

/** The requests of the account that has most of them. */
function largestShare(held: readonly Held[]): readonly Held[] {
  const shares = [...Map.groupBy(held, ({ request }) => request.account).values()];
  return shares.reduce((most, share) => (share.length > most.length ? share : most), []);
}
