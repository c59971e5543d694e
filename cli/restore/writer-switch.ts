import {
  DeleteFunctionConcurrencyCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import type { Writers } from '../../shared/contract/restore.ts';

/** Stops what writes to the tables and the bucket of a deployed service, and starts it again. */
export interface WriterSwitch extends Disposable {
  /** Resolves once nothing begins any more; what has begun may run on for a while. Can be repeated. */
  stop(): Promise<void>;
  /** As it was deployed. Can be repeated. */
  start(): Promise<void>;
}

const LOOK_EVERY_MS = 3000;

/**
 * Stopped are the authorizers, so that API Gateway refuses every request, the sweeper, and what feeds functions from queues. A
 * concurrency of 0 holds until it is changed, also when the command is killed. What was deployed is in the stack's
 * output, so that nothing has to be noted.
 */
export function openWriterSwitch(
  { functions, sources }: Writers,
  pause: (milliseconds: number) => Promise<void>,
  client = new LambdaClient({ maxAttempts: 5 }),
): WriterSwitch {
  /** Waits until a mapping is neither on its way to a state nor in another one. */
  const feed = async (UUID: string, wanted: 'Enabled' | 'Disabled'): Promise<void> => {
    for (let isAsked = false; ; ) {
      const { State = '' } = await client.send(new GetEventSourceMappingCommand({ UUID }));
      if (State === wanted) return;
      // While it changes, Lambda takes no change.
      if (!isAsked && State.endsWith('ed')) {
        await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: wanted === 'Enabled' }));
        isAsked = true;
      } else {
        await pause(LOOK_EVERY_MS);
      }
    }
  };
  const reserve = (FunctionName: string, ReservedConcurrentExecutions: number) =>
    client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));

  return {
    async stop() {
      for (const name of Object.keys(functions)) await reserve(name, 0);
      await Promise.all(sources.map((source) => feed(source, 'Disabled')));
    },

    async start() {
      await Promise.all(sources.map((source) => feed(source, 'Enabled')));
      for (const [name, reserved] of Object.entries(functions)) {
        if (reserved !== null) await reserve(name, reserved);
        else await client.send(new DeleteFunctionConcurrencyCommand({ FunctionName: name }));
      }
    },

    [Symbol.dispose]: () => client.destroy(),
  };
}
