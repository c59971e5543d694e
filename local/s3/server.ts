/** A local S3: the REST protocol, path-style, signed, over a directory. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainAfter } from '../protocol/drain-body.ts';
import type { Credentials, SigV4Scope } from '../protocol/sigv4.ts';
import { createBucket } from './operations/buckets.ts';
import type { Context } from './operations/operation.ts';
import { authenticate } from './protocol/authenticate.ts';
import { corsHeaders, preflight } from './protocol/cors.ts';
import { S3Error } from './protocol/errors.ts';
import { type Reply, send } from './protocol/reply.ts';
import { xmlError } from './protocol/xml.ts';
import { route } from './router.ts';
import type { ObjectCreatedEvent } from './store/outbox.ts';
import { Store } from './store/store.ts';

/** Longer than clients keep an idle connection, so that none is closed just when it is reused. */
const KEEP_ALIVE_MS = 75_000;
/** A client that neither sends its body nor reads its answer for this long is cut off. */
const IDLE_MS = 60_000;
const HEADERS_MS = 20_000;
const MAX_CONNECTIONS = 1024;

export interface S3Options {
  /** Created if absent; one server at a time may use it. */
  dataDir: string;
  /** 0, the default, for any free one. */
  port?: number;
  credentials: Credentials;
  region: string;
  /** Epoch milliseconds. */
  now?: () => number;
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
  /** Cuts connections and waits until nothing is in progress. Acknowledged writes are kept. */
  close(): Promise<void>;
}

/** Starts the server on the loopback interface. Rejects if the port or the directory is in use. */
export async function startS3(options: S3Options): Promise<S3Server> {
  const {
    dataDir,
    port = 0,
    credentials,
    region,
    now = Date.now,
    onObjectCreated,
    onError = console.error,
  } = options;
  const store = await Store.open(dataDir, { onObjectCreated, onError });
  const context: Context = { store, now, newId: randomUUID };
  const scope: SigV4Scope = { credentials, region, service: 's3' };

  const active = new Set<Promise<void>>();
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    drainAfter(response, message);
    const answered = answer(message, response, scope, context, onError).finally(() =>
      active.delete(answered),
    );
    active.add(answered);
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      // Uploads may take hours; only silence ends them.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    onRequest,
  ).on('checkContinue', onRequest);
  server.maxConnections = MAX_CONNECTIONS;
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    await store.close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, ...active]);
      await store.close();
    },
  };
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  scope: SigV4Scope,
  context: Context,
  onError: (error: unknown) => void,
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.sendDate = false;
  response.setHeader('date', new Date(context.now()).toUTCString());
  response.setHeader('x-amz-request-id', requestId);
  for (const [name, value] of Object.entries(corsHeaders(message.headers.origin)))
    response.setHeader(name, value);

  const body = new IncomingBody(message, response);
  const reply = await respond(message, body, scope, context).catch((error: unknown) => {
    if (!(error instanceof S3Error)) onError(error);
    return errorReply(error, message.url ?? '', requestId);
  });
  // A client that still waits to be asked for its body cannot reuse the connection.
  if (body.awaited) response.setHeader('connection', 'close');
  message.socket.setTimeout(IDLE_MS);
  try {
    await send(response, reply, message.method);
  } catch (error) {
    if (!isClientGone(error)) onError(error);
    response.destroy();
  }
}

/** Clients often disconnect in the middle of a download. */
const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

async function respond(
  message: IncomingMessage,
  body: IncomingBody,
  scope: SigV4Scope,
  context: Context,
): Promise<Reply> {
  if (message.method === 'OPTIONS') return preflight(message.headersDistinct);
  const request = { ...authenticate(message, scope, context.now()), body };
  const operation = route(request);
  if (operation !== createBucket && !context.store.hasBucket(request.bucket)) {
    throw new S3Error('NoSuchBucket', undefined, { BucketName: request.bucket });
  }
  return operation(request, context);
}

function errorReply(error: unknown, resource: string, requestId: string): Reply {
  const { code, message, status, details } = error instanceof S3Error ? error : new S3Error('InternalError');
  const fields = {
    Code: code,
    Message: message,
    ...details,
    Resource: resource.split('?')[0] ?? '',
    RequestId: requestId,
  };
  return { status, body: xmlError(fields) };
}

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
