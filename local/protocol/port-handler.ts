import type { MessagePort } from 'node:worker_threads';
import {
  type ClientRequest,
  type ClientResponse,
  type RequestHandler,
  unlessAborted,
} from './request-handler.ts';

/** A request to the other thread; the reply has the same number. */
interface Call extends ClientRequest {
  number: number;
}

type Reply = { number: number } & ({ response: ClientResponse } | { error: unknown });

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
    if ('error' in reply) call?.reject(reply.error);
    else call?.resolve({ response: reply.response });
  });
  // It keeps the thread running no longer than its work does.
  port.unref();
  return {
    handle({ method, path, query, headers, body }, { abortSignal } = {}) {
      const number = ++last;
      const call = Promise.withResolvers<{ response: ClientResponse }>();
      calls.set(number, call);
      port.postMessage({ number, method, path, query, headers, body } satisfies Call);
      return unlessAborted(abortSignal, call.promise);
    },
  };
}

/** Answers the requests that come through a port, until its other end closes. */
export function answerPort(port: MessagePort, handler: RequestHandler): void {
  port.on('message', ({ number, ...request }: Call) => {
    handler.handle(request).then(
      ({ response }) => port.postMessage({ number, response } satisfies Reply),
      (error: unknown) => port.postMessage({ number, error } satisfies Reply),
    );
  });
}
