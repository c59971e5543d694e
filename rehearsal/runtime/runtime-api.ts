import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How an invocation ended. */
export type Outcome =
  | { readonly kind: 'answer'; readonly payload: string }
  | { readonly kind: 'stream'; readonly stream: Readable }
  | { readonly kind: 'error'; readonly errorType: string; readonly errorMessage: string };

interface Invocation {
  readonly id: string;
  readonly event: string;
  readonly deadline: number;
  readonly ended: PromiseWithResolvers<Outcome>;
}

/** Lambda's Runtime API for one process: hands it invocations, and takes its answers. */
interface RuntimeApi {
  /** For `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /** Resolves when the process asks for its first invocation; rejects when its start fails. */
  readonly ready: Promise<void>;
  /**
   * Hands the process an event; one at a time.
   * @param deadline epoch milliseconds
   * @param trace header of X-Ray
   */
  invoke(event: string, deadline: number, trace: string): Promise<Outcome>;
  /** Resolves when the process asks for the next invocation: everything of the one before is over. */
  idle(): Promise<void>;
  /** Ends the invocation that runs with an error. */
  fail(errorType: string, errorMessage: string): void;
  close(): void;
}

export async function startRuntimeApi(functionArn: string): Promise<RuntimeApi> {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let asking: ServerResponse | undefined;
  let asked = Promise.withResolvers<void>();
  let current: Invocation | undefined;

  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const invocation = current;
    if (invocation === undefined) throw new Error('There is no invocation to answer');
    if (message.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      const stream = new PassThrough();
      invocation.ended.resolve({ kind: 'stream', stream });
      // A client that is gone does not stop the function.
      await pipeline(message, stream).catch(() => stream.destroy());
    } else {
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk as Buffer);
      const payload = Buffer.concat(chunks).toString();
      if (message.url?.endsWith('/error')) {
        const { errorType, errorMessage } = JSON.parse(payload) as {
          errorType: string;
          errorMessage: string;
        };
        invocation.ended.resolve({ kind: 'error', errorType, errorMessage });
      } else invocation.ended.resolve({ kind: 'answer', payload });
    }
    response.writeHead(202).end();
  };

  const server = createServer({ requestTimeout: 0 }, (message, response) => {
    const route = message.url?.replace('/2018-06-01/runtime', '');
    if (route === '/invocation/next') {
      asking = response;
      current = undefined;
      ready.resolve();
      asked.resolve();
    } else if (route === '/init/error') {
      ready.reject(new Error('The function could not be loaded'));
      response.writeHead(202).end();
    } else {
      receive(message, response).catch((error: Error) => {
        current?.ended.resolve({ kind: 'error', errorType: error.name, errorMessage: error.message });
        response.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: ready.promise,
    idle: () => asked.promise,
    invoke(event, deadline, trace) {
      if (asking === undefined) throw new Error('The function is busy');
      current = { id: randomUUID(), event, deadline, ended: Promise.withResolvers() };
      asked = Promise.withResolvers();
      asking.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': current.id,
        'Lambda-Runtime-Deadline-Ms': String(deadline),
        'Lambda-Runtime-Invoked-Function-Arn': functionArn,
        'Lambda-Runtime-Trace-Id': trace,
      });
      asking.end(event);
      asking = undefined;
      return current.ended.promise;
    },
    fail(errorType, errorMessage) {
      current?.ended.resolve({ kind: 'error', errorType, errorMessage });
      ready.reject(new Error(errorMessage));
      asked.resolve();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
