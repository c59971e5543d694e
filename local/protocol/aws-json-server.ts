import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { type Credentials, SigV4Error, type SigV4Failure, sha256Hex, verifySigV4 } from './sigv4.ts';

/** A signed request to a service of the AWS JSON protocol, its body complete. */
export interface AwsJsonRequest {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
}

interface AwsJsonServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Name of the service in credential scopes: `sqs`, `dynamodb`. */
  readonly service: string;
  readonly credentials: Credentials;
  readonly region: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly maxBodyBytes: number;
  /** Status of the answer to a request that is not properly signed. */
  readonly unsignedStatus: number;
  /** Answers a request whose signature is valid. */
  readonly respond: (request: AwsJsonRequest, response: ServerResponse) => Promise<void>;
}

/** A running emulation of an AWS service. */
export interface LocalService {
  /** Origin to use as the SDK's `endpoint`. */
  readonly url: string;
  /** Ends waiting requests early, lets the others finish, and releases port and files. */
  close(): Promise<void>;
}

/** Longer than SDK clients keep an idle connection, so that none is closed just when it is reused. */
const KEEP_ALIVE_MS = 75_000;

/** Error type of the JSON protocol and code of the query protocol, where they differ from the common pair. */
const refusals: Partial<Record<SigV4Failure, readonly [type: string, queryCode: string]>> = {
  MissingAuthentication: ['MissingAuthenticationTokenException', 'MissingAuthenticationToken'],
  AuthorizationHeaderMalformed: ['IncompleteSignatureException', 'IncompleteSignature'],
  InvalidAccessKeyId: ['UnrecognizedClientException', 'InvalidClientTokenId'],
};
const COMMON_REFUSAL = ['InvalidSignatureException', 'SignatureDoesNotMatch'] as const;

/** Answers with an error of the AWS JSON protocol; `queryCode` is for services that once spoke the query protocol. */
export function sendAwsError(
  response: ServerResponse,
  error: { status: number; type: string; queryCode: string; message: string },
): void {
  response.writeHead(error.status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-query-error': `${error.queryCode};${error.status < 500 ? 'Sender' : 'Receiver'}`,
  });
  response.end(JSON.stringify({ __type: error.type, message: error.message }));
}

/** The whole body, or undefined (and the connection ends with the answer) if it is longer than `limit` bytes. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Listens on loopback and passes on only requests signed with `credentials`.
 * @throws when the port is taken
 */
export async function startAwsJsonServer(options: AwsJsonServerOptions): Promise<LocalService> {
  const closing = new AbortController();
  const answering = new Set<Promise<void>>();

  async function answer(message: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { service, credentials, region, now, unsignedStatus } = options;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.setHeader('x-amzn-requestid', randomUUID());
    try {
      const signed = {
        method: message.method ?? '',
        target: message.url ?? '',
        headers: message.headersDistinct,
        payloadHash: sha256Hex(body),
      };
      verifySigV4(signed, { credentials, region, service }, now());
      const signal = AbortSignal.any([gone.signal, closing.signal]);
      await options.respond({ message, body, signal }, response);
    } catch (error) {
      if (!(error instanceof SigV4Error)) throw error;
      const [type, queryCode] = refusals[error.failure] ?? COMMON_REFUSAL;
      sendAwsError(response, {
        status: unsignedStatus,
        type: `com.amazon.coral.service#${type}`,
        queryCode,
        message: error.message,
      });
    }
    await finished(response).catch(() => undefined);
  }

  async function accept(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message, options.maxBodyBytes);
    if (body === undefined) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    const answered = answer(message, body, response);
    answering.add(answered);
    await answered.finally(() => answering.delete(answered));
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (message, response) => {
    accept(message, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      closing.abort();
      await Promise.allSettled(answering);
      server.closeAllConnections();
      await closed;
    },
  };
}
