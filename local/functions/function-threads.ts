import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readPrincipal } from '../../shared/domain/keys/authorizer-context.ts';
import type { LambdaHandler } from '../gateway/invoke.ts';
import { AccountSlots } from './account-slots.ts';
import { FunctionThread, type PortStores } from './function-thread.ts';

/** Number of accounts that can be served without waiting for each other. */
const THREADS = 3;

/** Threads for functions that block for long: the work of one account does not delay the others. */
export class FunctionThreads {
  readonly #threads: readonly FunctionThread[];
  readonly #places = new AccountSlots(THREADS);

  constructor(stores: PortStores) {
    this.#threads = Array.from({ length: THREADS }, () => new FunctionThread(stores));
  }

  /** The function as the gateway calls it, after the authorizer. */
  function(key: string): LambdaHandler {
    return async (event) => {
      const { authorizer } = (event as APIGatewayProxyEvent).requestContext;
      const { slot, release } = this.#places.take(readPrincipal(authorizer).accountId);
      try {
        return await this.#threads[slot]?.function(key)(event);
      } finally {
        release();
      }
    };
  }

  /** As `FunctionThread.announceEnd`. */
  announceEnd(): void {
    for (const thread of this.#threads) thread.announceEnd();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
