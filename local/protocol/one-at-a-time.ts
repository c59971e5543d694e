import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind another one of their connection. A client that sends more ahead is cut off. */
const MOST_WAITING = 8;

/**
 * The events by which Node's server hands over a request; without listeners it answers those that expect something by itself,
 * at once, and so those without a Host header unless told otherwise. Without a listener of 'upgrade' such requests are plain ones.
 */
const REQUEST_EVENTS = ['request', 'checkContinue', 'checkExpectation'];

/** A server that passes on every request, whatever it expects, one of a connection at a time. */
export function oneAtATimeServer(options: ServerOptions, listener: RequestListener): Server {
  const server = createServer({ ...options, requireHostHeader: false });
  const onRequest = oneAtATime(listener);
  for (const event of REQUEST_EVENTS) server.on(event, onRequest);
  return server;
}

/** Refuses what Node's server would refuse by itself: HTTP/1.1 without a Host header, and expectations other than the usual one. */
export function refusingAsNode(listener: RequestListener): RequestListener {
  return (message, response) => {
    const { host, expect = '100-continue' } = message.headers;
    if (host === undefined && message.httpVersion === '1.1') {
      response.writeHead(400, { connection: 'close' }).end();
    } else if (expect.toLowerCase() !== '100-continue') {
      response.writeHead(417, { connection: 'close' }).end();
    } else {
      listener(message, response);
    }
  };
}

/**
 * Passes on one request of a connection at a time. Node's server takes every request of a chunk at once, thousands where a client
 * sends ahead ("pipelining", RFC 9112, 9.3.2), and holds all their answers until the first one is read.
 */
function oneAtATime(listener: RequestListener): RequestListener {
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
      cutOff(socket);
    }
  };
}

/** What Node's parser calls with each request; 2 tells it that something other than HTTP follows. */
interface Parser {
  onIncoming: () => number;
}

/**
 * Destroys a connection and ends the parsing of what has arrived over it: Node would go on making requests of the rest of the chunk.
 * Its parser stops for nobody but a request that changes the protocol, so the next one is said to be that.
 */
function cutOff(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  if (parser) parser.onIncoming = () => 2;
  socket.destroy();
}
