import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayAnswer } from './gateway-answers.ts';

/** The faults of a request, by the code of Node's parser. */
const MESSAGES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};
const MALFORMED = 'The request is not well-formed HTTP.';

/** How long clients have to read the answer and to end their side of the connection. */
const GRACE_MS = 1000;

/**
 * Writes an answer as HTTP/1.1, after which the connection ends, at once if the client ends it too. What still
 * arrives is read meanwhile, since a connection that is cut with unread bytes can lose the answer.
 */
function send(socket: Duplex, { status, headers, body }: GatewayAnswer): void {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), GRACE_MS);
  socket.once('close', () => clearTimeout(cut));
}

/** Whether an answer is being sent on this connection, which another one would garble. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

/**
 * Answers what never becomes a request of the server: bytes that its parser refuses, requests that arrive too
 * slowly, requests for a tunnel.
 * @param refuse makes the answer from its message
 */
export function answerUnparsed(server: Server, refuse: (message: string) => GatewayAnswer): void {
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser refuses everything after that, too.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || isAnswering(socket)) socket.destroy();
    else send(socket, refuse(MESSAGES[error.code ?? ''] ?? MALFORMED));
  });
  server.on('connect', (_, socket) => {
    // The server no longer listens on this socket, and an error without a listener would end the process.
    socket.on('error', () => undefined).resume();
    if (isAnswering(socket)) socket.destroy();
    else send(socket, refuse('There are no tunnels here.'));
  });
}
