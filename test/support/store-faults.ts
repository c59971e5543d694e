import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../../shared/stores/dynamodb.ts';
import { sqs } from '../../shared/stores/queues.ts';
import { s3 } from '../../shared/stores/s3.ts';

/** What a call to a store ends with when the process is to be dead, or the store out of reach. */
export class StoreFault extends Error {}

/** Where the next calls to the stores go wrong. */
export interface StoreFaults {
  /**
   * From call `number` on (from 1) the process does as one that died there: no call gets through until `heal`.
   * @param after whether call `number` itself still takes effect, and only its reply is lost
   */
  dieAt(number: number, after: boolean): void;
  /** Only call `number` fails, and is not retried. */
  failAt(number: number, after: boolean): void;
  /** Calls go through again. Returns how many there were. */
  heal(): number;
}

/** Puts itself between this process's functions and the stores. */
export function injectStoreFaults(): StoreFaults {
  let calls = 0;
  let fatal = false;
  let at = Number.POSITIVE_INFINITY;
  let takesEffect = false;
  const begin = (number: number, after: boolean, forever: boolean): void => {
    calls = 0;
    at = number;
    takesEffect = after;
    fatal = forever;
  };

  for (const client of [dynamodb(), s3(), sqs()]) {
    const stack = client.middlewareStack as unknown as DynamoDBClient['middlewareStack'];
    stack.add(
      (next, { commandName }) =>
        async (args) => {
          const number = ++calls;
          if (number === at && takesEffect) await next(args);
          if (number === at || (fatal && number > at))
            throw new StoreFault(`${commandName} is call ${number}`);
          return next(args);
        },
      { step: 'initialize', priority: 'high' },
    );
  }

  return {
    dieAt: (number, after) => begin(number, after, true),
    failAt: (number, after) => begin(number, after, false),
    heal() {
      at = Number.POSITIVE_INFINITY;
      return calls;
    },
  };
}
