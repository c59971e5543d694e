import { PassThrough, type Writable } from 'node:stream';

/** The head of a streamed answer. */
interface ResponsePrelude {
  statusCode: number;
  headers?: Record<string, string>;
}

/** The stream that a streaming function writes to; the prelude arrives as an event before any data. */
export class LambdaResponseStream extends PassThrough {
  readonly prelude: Promise<ResponsePrelude>;
  announce: (prelude: ResponsePrelude) => void = () => {};

  constructor() {
    super();
    this.prelude = new Promise((resolve) => {
      this.announce = resolve;
    });
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
