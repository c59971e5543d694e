import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../../../shared/stores/dynamodb/client.ts';
import { s3 } from '../../../shared/stores/files/s3.ts';
import { sqs } from '../../../shared/stores/queues.ts';

/** A call of this process to a store. */
export interface StoreCall {
  /** Such as `PutItemCommand`. */
  command: string;
  input: object;
}

interface Appointment {
  matches: (call: StoreCall) => boolean;
  action: () => Promise<unknown>;
}

let appointments: Appointment[] | undefined;

/** Stands between this process's functions and the stores, and tells of every call before it goes through. */
function listen(): Appointment[] {
  const pending: Appointment[] = [];
  for (const client of [dynamodb(), s3(), sqs()]) {
    const stack = client.middlewareStack as unknown as DynamoDBClient['middlewareStack'];
    stack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const call = { command: commandName, input: args.input };
          const due = pending.findIndex(({ matches }) => matches(call));
          const [appointment] = due < 0 ? [] : pending.splice(due, 1);
          await appointment?.action();
          return next(args);
        },
      { step: 'initialize', priority: 'high' },
    );
  }
  return pending;
}

/** Has something happen just before the next such call to a store, once. */
export function beforeNext(
  matches: Appointment['matches'],
  action: Appointment['action'],
): { readonly happened: boolean } {
  appointments ??= listen();
  const outcome = { happened: false };
  appointments.push({
    matches,
    async action() {
      outcome.happened = true;
      await action();
    },
  });
  return outcome;
}
