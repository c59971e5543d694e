/** A local S3: the REST protocol, path-style, signed, over a directory. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ConnectionCap, type HeldRequest } from '../protocol/connection-cap.ts';
import { drainAfter } from '../protocol/drain-body.ts';
import { type Address, listen } from '../protocol/listen.ts';
import { oneAtATimeServer, refusingAsNode } from '../protocol/one-at-a-time.ts';
import type { RequestHandler } from '../protocol/request-handler.ts';
import type { Credentials, SigV4Scope } from '../protocol/sigv4.ts';
import { answer } from './answer.ts';
import type { Context } from './operations/operation.ts';
import { authenticate } from './protocol/authenticate.ts';
import { corsHeaders, preflight } from './protocol/cors.ts';
import { S3Error } from './protocol/errors.ts';
import { send } from './protocol/reply.ts';
import { inProcess } from './request-handler.ts';
import type { ObjectCreatedEvent } from './store/outbox.ts';
import { Store } from './store/store.ts';

/** Longer than clients keep an idle connection, so that none is closed just when it is reused. */
const KEEP_ALIVE_MS = 75_000;
/** A client that neither sends its body nor reads its answer for this long is cut off. */
const IDLE_MS = 60_000;
const HEADERS_MS = 20_000;
const MAX_CONNECTIONS = 1024;

export interface S3Options extends Address {
  /** Created if absent; one server at a time may use it. */
  dataDir: string;
  credentials: Credentials;
  region: string;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Maximum number at the port, and at the socket. */
  connections?: number;
  /**
   * Called at least once for every new object, also after a crash between the answer and the call. If it fails, it
   * is called again.
   */
  onObjectCreated?: (event: ObjectCreatedEvent) => Promise<void> | void;
  /** Called with errors that clients see as InternalError, and with failures of `onObjectCreated`. */
  onError?: (error: unknown) => void;
}

export interface S3Server {
  /** For `endpoint`, with `forcePathStyle`. */
  url: string;
  /** For clients of this process. */
  requestHandler: RequestHandler;
  /** Cuts connections and waits until nothing is in progress. Acknowledged writes are kept. */
  close(): Promise<void>;
}

/**
 * Starts the server on the loopback interface, and at a Unix socket as well where one is named: presigned addresses need a port.
 * Rejects if the port or the directory is in use.
 */
export async function startS3(options: S3Options): Promise<S3Server> {
  const {
    dataDir,
    port,
    socket,
    credentials,
    region,
    now = Date.now,
    connections: most = MAX_CONNECTIONS,
    onObjectCreated,
    onError = console.error,
  } = options;
  const store = await Store.open(dataDir, { onObjectCreated, onError });
  const context: Context = { store, now, newId: randomUUID };
  const scope: SigV4Scope = { credentials, region, service: 's3' };

  const active = new Set<Promise<void>>();
  const servers: Server[] = [];
  const start = (address: Address): Promise<string> => {
    const connections = new ConnectionCap({ most });
    const onRequest = refusingAsNode((message, response) => {
      const held = connections.hold(message);
      drainAfter(response, message);
      const answered = serve(message, response, { scope, context, held, onError }).finally(() => {
        held.release();
        active.delete(answered);
      });
      active.add(answered);
    });
    const server = oneAtATimeServer(
      {
        headersTimeout: HEADERS_MS,
        // Uploads may take hours; only silence ends them.
        requestTimeout: 0,
        keepAliveTimeout: KEEP_ALIVE_MS,
      },
      onRequest,
    );
    connections.guard(server);
    servers.push(server);
    return listen(server, address);
  };
  const handler = inProcess(context, onError);
  const close = async (): Promise<void> => {
    const closed = servers.filter(({ listening }) => listening).map((server) => once(server, 'close'));
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await Promise.all([...closed, ...active, handler.close()]);
    await store.close();
  };
  try {
    const url = await start({ port });
    if (socket !== undefined) await start({ socket });
    return { url, requestHandler: handler, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Serving {
  scope: SigV4Scope;
  context: Context;
  held: HeldRequest;
  onError: (error: unknown) => void;
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  { scope, context, held, onError }: Serving,
): Promise<void> {
  response.sendDate = false;
  const body = new IncomingBody(message, response);
  const receive = () => {
    if (message.method === 'OPTIONS') return preflight(message.headersDistinct);
    const request = authenticate(message, scope, context.now());
    held.belongsTo(`${request.bucket}/${ownerOf(request.key)}`);
    return { ...request, body };
  };
  const reply = await answer(receive, { context, onError, resource: message.url ?? '' });
  const headers = { ...corsHeaders(message.headers.origin), ...reply.headers };
  // A client that still waits to be asked for its body cannot reuse the connection.
  if (body.awaited) response.setHeader('connection', 'close');
  message.socket.setTimeout(IDLE_MS);
  try {
    await send(response, { ...reply, headers }, message.method);
  } catch (error) {
    if (!isClientGone(error)) onError(error);
    response.destroy();
  }
}

/**
 * Whose connections those to an object are counted as. A signature says only that the service has handed out the address; its keys begin
 * with a kind, then the account, or else the video.
 */
const ownerOf = (key: string): string => key.split('/', 2).join('/');

/** Clients often disconnect in the middle of a download. */
const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The body of a request as it arrives. Leaving it unread, or half read, keeps the connection usable. */
class IncomingBody implements AsyncIterable<Buffer> {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  /** Whether the client waits to be asked for the body. */
  awaited: boolean;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
    this.awaited = message.headers.expect?.toLowerCase() === '100-continue';
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    if (this.awaited) this.#response.writeContinue();
    this.awaited = false;
    this.#message.setTimeout(IDLE_MS, () => this.#message.destroy());
    try {
      yield* this.#message.iterator({ destroyOnReturn: false });
    } catch {
      throw new S3Error('IncompleteBody');
    } finally {
      this.#message.setTimeout(0);
    }
  }
}
