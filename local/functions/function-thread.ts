import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Route } from '../../shared/contract/route.ts';
import type { LambdaHandler } from '../gateway/invoke.ts';

/** What the thread is asked; it answers by the number. */
export interface FunctionCall {
  number: number;
  /** Of the function. */
  key: string;
  event: unknown;
}

export type FunctionReply = { number: number } & ({ result: unknown } | { error: unknown });

/** Rows with so much memory, in MB, have it because they hold whole files or documents. */
const HEAVY_MB = 1024;
/** Of the thread's heap; where it is used up only the thread ends. */
const HEAP_MB = 1536;

/** Whether a function may be busy for long at a stretch: with a file, a form, a document. Streams are made piece by piece. */
export const isHeavy = ({ memory = 0, stream }: Route): boolean => memory >= HEAVY_MB && !stream;

/**
 * A thread for functions that are busy for long, so that no other request waits for them: the gateway and the stores
 * share one event loop. Started at the first call; when it ends, its calls fail and the next one starts another.
 */
export class FunctionThread {
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #worker: Worker | undefined;
  #last = 0;

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

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./function-thread-main.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.on('message', (reply: FunctionReply) => {
      const call = this.#calls.get(reply.number);
      this.#calls.delete(reply.number);
      if ('error' in reply) call?.reject(reply.error);
      else call?.resolve(reply.result);
    });
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
