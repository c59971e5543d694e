import type { MessagePort } from 'node:worker_threads';
import { type ClientResponse, type RequestHandler, textOf, unlessAborted } from './request-handler.ts';

/**
 * A request to the other thread; the reply has the same number. Bodies are texts: of bytes, the message would take along the whole
 * memory of which they are a small part.
 */
interface Call {
  number: number;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

type Reply = { number: number } & (
  | { statusCode: number; headers: Record<string, string>; body: string }
  | { error: unknown }
);

/**
 * A request handler for a thread beside that of the stores: passes requests through `port`, whose other end `answerPort` serves.
 * Bodies go as a whole, so it is for services of the AWS JSON protocol.
 */
export function handlerOverPort(port: MessagePort): RequestHandler {
  const calls = new Map<number, PromiseWithResolvers<{ response: ClientResponse }>>();
  let last = 0;
  port.on('message', (reply: Reply) => {
    const call = calls.get(reply.number);
    calls.delete(reply.number);
    if ('error' in reply) {
      call?.reject(reply.error);
    } else {
      const { statusCode, headers, body } = reply;
      call?.resolve({ response: { statusCode, headers, body: Buffer.from(body) } });
    }
  });
  // It keeps the thread running no longer than its work does.
  port.unref();
  return {
    handle({ method, headers, body }, { abortSignal } = {}) {
      const number = ++last;
      const call = Promise.withResolvers<{ response: ClientResponse }>();
      calls.set(number, call);
      port.postMessage({ number, method, headers, body: textOf(body) } satisfies Call);
      return unlessAborted(abortSignal, call.promise);
    },
  };
}

/** Answers the requests that come through a port, until its other end closes. */
export function answerPort(port: MessagePort, handler: RequestHandler): void {
  port.on('message', ({ number, ...request }: Call) => {
    handler.handle({ ...request, path: '/', query: {} }).then(
      ({ response: { statusCode, headers, body } }) =>
        port.postMessage({ number, statusCode, headers, body: textOf(body) } satisfies Reply),
      (error: unknown) => port.postMessage({ number, error } satisfies Reply),
    );
  });
}
