import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { LambdaHandler } from '../gateway/invoke.ts';
import { answerPort } from '../protocol/port-handler.ts';
import type { RequestHandler } from '../protocol/request-handler.ts';

/** A call to the thread; the reply has the same number. */
export interface FunctionCall {
  number: number;
  /** Route key of the function. */
  key: string;
  event: unknown;
}

/** The other message to the thread: that it is about to end. */
export const END = 'end';

export type FunctionReply = { number: number } & ({ result: unknown } | { error: unknown });

/** Stores of this thread that the other one calls through ports, by name. */
export type PortStores = Readonly<Record<string, RequestHandler>>;

/** Limit of the thread's heap; exceeding it ends only the thread. */
const HEAP_MB = 1536;

/**
 * A thread for functions that block for long, so that no other request waits for them: the gateway and the stores
 * share one event loop. It starts at the first call; when it ends, its calls fail and the next call starts another.
 */
export class FunctionThread {
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #worker: Worker | undefined;
  readonly #stores: PortStores;
  #last = 0;
  #ending = false;

  constructor(stores: PortStores = {}) {
    this.#stores = stores;
  }

  /** The function as the gateway calls it. */
  function(key: string): LambdaHandler {
    return (event) => {
      this.#worker ??= this.#start();
      const number = ++this.#last;
      const call = Promise.withResolvers<unknown>();
      this.#calls.set(number, call);
      this.#worker.postMessage({ number, key, event } satisfies FunctionCall);
      return call.promise;
    };
  }

  /** Tells functions that the service is about to end: those that only wait answer with what they have. */
  announceEnd(): void {
    this.#ending = true;
    this.#worker?.postMessage(END);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const channels = Object.entries(this.#stores).map(([store, handler]) => {
      const { port1, port2 } = new MessageChannel();
      answerPort(port1, handler);
      return [store, port2] as const;
    });
    const worker = new Worker(new URL('./function-thread-main.ts', import.meta.url), {
      workerData: Object.fromEntries(channels),
      transferList: channels.map(([, port]) => port),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.on('message', (reply: FunctionReply) => {
      const call = this.#calls.get(reply.number);
      this.#calls.delete(reply.number);
      if ('error' in reply) call?.reject(reply.error);
      else call?.resolve(reply.result);
    });
    if (this.#ending) worker.postMessage(END);
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    void once(worker, 'exit').then(() => {
      this.#worker = undefined;
      for (const call of this.#calls.values()) {
        call.reject(new Error('The thread of the function has ended', { cause }));
      }
      this.#calls.clear();
    });
    return worker;
  }
}
