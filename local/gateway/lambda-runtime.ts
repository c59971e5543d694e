import { Writable } from 'node:stream';
import type { Turn } from './account-turns.ts';

/** The head of a streamed answer. */
export interface ResponsePrelude {
  statusCode: number;
  headers?: Record<string, string>;
}

/**
 * The stream that a streaming function writes to: hands over the prelude, which comes before any data, and then the data. It ends with
 * what it writes into, whichever ends first. While a client does not read, the function's place is given to others.
 */
export class LambdaResponseStream extends Writable {
  readonly #target: Writable;
  readonly #begin: (prelude: ResponsePrelude) => void;
  readonly #turn: Turn;

  constructor(target: Writable, turn: Turn, begin: (prelude: ResponsePrelude) => void) {
    super();
    this.#target = target;
    this.#turn = turn;
    this.#begin = begin;
    // Whoever writes learns of it, and nobody else needs to.
    this.on('error', () => undefined);
    target.once('close', () => {
      if (!this.writableFinished) this.destroy(new Error('The connection has ended before the answer'));
    });
  }

  announce(prelude: ResponsePrelude): void {
    this.#begin(prelude);
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    // An empty one, with which middy begins, would be sent by itself.
    if (chunk.length === 0 || this.#target.write(chunk)) {
      done();
      return;
    }
    this.#turn.give();
    this.#target.once('drain', () => this.#turn.take().then(() => done(), done));
  }

  override _final(done: () => void): void {
    this.#turn.give();
    this.#target.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (error !== null) this.#target.destroy();
    done(error);
  }
}

type StreamingHandler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

/** Defines the global that Lambda's Node runtime offers to streaming functions; call it before they are imported. */
export function provideLambdaRuntime(): void {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: StreamingHandler) => handler,
      HttpResponseStream: {
        from(stream: LambdaResponseStream, prelude: ResponsePrelude) {
          stream.announce(prelude);
          return stream;
        },
      },
    },
  });
}
