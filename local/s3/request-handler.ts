import { addAbortSignal, Readable } from 'node:stream';
import {
  type ClientRequest,
  type ClientResponse,
  type RequestHandler,
  unlessAborted,
} from '../protocol/request-handler.ts';
import { answer } from './answer.ts';
import type { Context } from './operations/operation.ts';
import { S3Error } from './protocol/errors.ts';
import { contentOf, type Reply } from './protocol/reply.ts';
import { parseTarget, type S3Request } from './protocol/request.ts';

/** A request handler, and the end of it. */
interface InProcessS3 extends RequestHandler {
  /** Breaks off what is in progress, and waits for its end. */
  close(): Promise<void>;
}

/** Answers the SDK clients of this process. A body that is given up, by either side, is released. */
export function inProcess(context: Context, onError: (error: unknown) => void): InProcessS3 {
  const closing = new AbortController();
  const active = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    active.add(work);
    void work.finally(() => active.delete(work)).catch(() => undefined);
  };

  async function perform(request: ClientRequest, signal: AbortSignal): Promise<ClientResponse> {
    const body = new OutgoingBody(request.body, signal);
    try {
      const reply = await answer(() => toS3Request(request, body), {
        context,
        onError,
        resource: request.path,
      });
      if (body.failure !== undefined) throw body.failure;
      return toResponse(reply, request.method, signal, track);
    } finally {
      body.close();
    }
  }

  return {
    async handle(request, { abortSignal } = {}) {
      const signal = abortSignal ? AbortSignal.any([abortSignal, closing.signal]) : closing.signal;
      const performed = perform(request, signal);
      track(performed);
      const response = unlessAborted(abortSignal, performed);
      // Nobody else reads what arrives after the abortion.
      response.catch(() => performed.then(discard, () => undefined));
      return { response: await response };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(active);
    },
  };
}

function toS3Request({ method, path, query, headers: given }: ClientRequest, body: OutgoingBody): S3Request {
  const headers = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  if (!headers.has('x-amz-content-sha256')) headers.set('x-amz-content-sha256', 'UNSIGNED-PAYLOAD');
  return {
    ...parseTarget(path),
    query: new Map(Object.entries(query).map(([name, value]) => [name, value?.toString() ?? ''])),
    method,
    headers,
    signature: null,
    body,
  };
}

function toResponse(
  reply: Reply,
  method: string,
  signal: AbortSignal,
  track: (work: Promise<unknown>) => void,
): ClientResponse {
  const { headers, content } = contentOf(reply, method);
  if (Buffer.isBuffer(content)) return { statusCode: reply.status, headers, body: content };
  const body = Readable.from(content.chunks, { objectMode: false });
  track(
    new Promise<void>((resolve) => {
      body.once('close', () => {
        content.release();
        resolve();
      });
    }),
  );
  return { statusCode: reply.status, headers, body: addAbortSignal(signal, body) };
}

function discard({ body }: ClientResponse): void {
  if (body instanceof Readable) body.on('error', () => undefined).destroy();
}

/** The body of a client's request as a store reads it. */
class OutgoingBody implements AsyncIterable<Buffer> {
  readonly #body: unknown;
  readonly #signal: AbortSignal;
  /** Why the client's stream ended early. */
  failure: unknown;

  constructor(body: unknown, signal: AbortSignal) {
    this.#body = body;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    if (!(this.#body instanceof Readable)) {
      const bytes = Buffer.from((this.#body ?? '') as Uint8Array);
      if (bytes.length > 0) yield bytes;
      return;
    }
    try {
      for await (const chunk of addAbortSignal(this.#signal, this.#body)) yield Buffer.from(chunk);
    } catch (error) {
      this.failure = error;
      throw new S3Error('IncompleteBody');
    }
  }

  /** Ends a stream that was not read to its end. */
  close(): void {
    if (this.#body instanceof Readable) this.#body.on('error', () => undefined).destroy();
  }
}
