import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { type AwsJsonAnswer, type AwsJsonResponder, errorAnswer } from './aws-json.ts';
import { type Address, listen } from './listen.ts';
import { oneAtATimeServer, refusingAsNode } from './one-at-a-time.ts';
import { type RequestHandler, textOf, unlessAborted } from './request-handler.ts';
import { type Credentials, SigV4Error, type SigV4Failure, sha256Hex, verifySigV4 } from './sigv4.ts';

interface AwsJsonServerOptions {
  readonly address: Address;
  /** Name of the service in credential scopes: `sqs`, `dynamodb`. */
  readonly service: string;
  readonly credentials: Credentials;
  readonly region: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly maxBodyBytes: number;
  /** Status of the answer to a request that is not properly signed. */
  readonly unsignedStatus: number;
  readonly respond: AwsJsonResponder;
}

/** A running emulation of an AWS service. */
export interface LocalService {
  /** Origin to use as the SDK's `endpoint`. */
  readonly url: string;
  /** For clients of this process. */
  readonly requestHandler: RequestHandler;
  /** Ends waiting requests early, lets the others finish, and releases address and files. */
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

function refusal({ failure, message }: SigV4Error, status: number): AwsJsonAnswer {
  const [type, queryCode] = refusals[failure] ?? COMMON_REFUSAL;
  return errorAnswer({ status, type: `com.amazon.coral.service#${type}`, queryCode, message });
}

const TOO_LONG: AwsJsonAnswer = { status: 413, headers: { connection: 'close' }, body: '' };

/** The whole body, or undefined if it is longer than `limit` bytes. */
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
 * Listens and passes on only requests signed with `credentials`; those of this process's own clients need no signature.
 * @throws when the port is taken
 */
export async function startAwsJsonServer(options: AwsJsonServerOptions): Promise<LocalService> {
  const { service, credentials, region, now, maxBodyBytes, unsignedStatus, respond } = options;
  const closing = new AbortController();
  const answering = new Set<Promise<unknown>>();
  const track = <T>(answered: Promise<T>): Promise<T> => {
    answering.add(answered);
    return answered.finally(() => answering.delete(answered));
  };

  async function answer(message: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const { method = '', url: target = '', headersDistinct: headers } = message;
    let answered: AwsJsonAnswer;
    try {
      verifySigV4(
        { method, target, headers, payloadHash: sha256Hex(body) },
        { credentials, region, service },
        now(),
      );
      answered = await respond({
        method,
        target: String(message.headers['x-amz-target']),
        body: body.toString(),
        signal: AbortSignal.any([gone.signal, closing.signal]),
      });
    } catch (error) {
      if (!(error instanceof SigV4Error)) throw error;
      answered = refusal(error, unsignedStatus);
    }
    send(response, answered);
    await finished(response).catch(() => undefined);
  }

  async function accept(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message, maxBodyBytes);
    if (body === undefined) send(response, TOO_LONG);
    else await track(answer(message, body, response));
  }

  const requestHandler: RequestHandler = {
    async handle({ method, headers: { 'x-amz-target': target = '' }, body: given }, { abortSignal } = {}) {
      const body = textOf(given);
      const signal = abortSignal ? AbortSignal.any([abortSignal, closing.signal]) : closing.signal;
      const answered =
        Buffer.byteLength(body) > maxBodyBytes
          ? TOO_LONG
          : await unlessAborted(abortSignal, track(respond({ method, target, body, signal })));
      return {
        response: {
          statusCode: answered.status,
          headers: { 'x-amzn-requestid': randomUUID(), ...answered.headers },
          body: Buffer.from(answered.body),
        },
      };
    },
  };

  const listener = refusingAsNode((message, response) => {
    if (message.headers.expect !== undefined) response.writeContinue();
    accept(message, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') console.error(error);
      response.destroy();
    });
  });
  const server = oneAtATimeServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  return {
    url: await listen(server, options.address),
    requestHandler,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      closing.abort();
      await Promise.allSettled(answering);
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, { status, headers, body }: AwsJsonAnswer): void {
  response.writeHead(status, { 'x-amzn-requestid': randomUUID(), ...headers }).end(body);
}
