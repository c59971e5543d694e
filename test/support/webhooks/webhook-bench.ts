import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSBatchResponse } from 'aws-lambda';
import { onTestFinished } from 'vitest';
import { recordChanges } from '../../../shared/contract/events.ts';
import { deliver, deliveriesGivenUp, type WebhookMessage } from '../../../shared/contract/messages.ts';
import type { ShownDelivery, ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { afterFile } from '../service/after-file.ts';
import { type Api, apiOf } from '../service/api.ts';
import { createKey } from '../service/create-key.ts';
import { delivery, startWorkbench, type Workbench } from '../service/workbench.ts';
import { interceptCalls } from '../store-calls.ts';

interface HookedAccount {
  readonly handle: string;
  readonly accountId: string;
  readonly api: Api;
  create(webhook: Record<string, unknown>): Promise<{ webhook: ShownWebhook; secret: string }>;
  deliveries(webhookId: string, query?: string): Promise<ShownDelivery[]>;
}

export interface WebhookBench {
  readonly bench: Workbench;
  /** An account of its own. */
  account(): Promise<HookedAccount>;
  /** Has it recorded that a video was processed, as the stream of its table announces it. */
  processed(accountId: string, videoId?: string, changeId?: string): Promise<void>;
  /** Takes what is in the queue. */
  take(): Promise<WebhookMessage[]>;
  /** Delivers a message to the function; false where it comes again. */
  deliver(message: WebhookMessage, received?: number): Promise<boolean>;
  /** The same for the function that takes what was given up. */
  giveUp(message: WebhookMessage): Promise<boolean>;
  /** Takes and delivers until nothing is in the queue; what comes again has been received once more. */
  workOff(): Promise<void>;
  /** Moves the clock to when the next attempt is due that waits, and works off. @returns by how much */
  nextAttempt(): Promise<number>;
}

/** A workbench whose messages to webhooks are in the queue at once; one that is not due is put aside until the clock has come there. */
export const startWebhookBench = async (): Promise<WebhookBench> => webhooksOn(await startWorkbench());

/** The same on a workbench that there is. */
export function webhooksOn(bench: Workbench): WebhookBench {
  let waiting: WebhookMessage[] = [];
  const undelayed = interceptCalls(({ command, input }, proceed) => {
    if (command !== 'SendMessageBatchCommand') return proceed();
    const { Entries } = input as unknown as { Entries: object[] };
    return proceed({ ...input, Entries: Entries.map((entry) => ({ ...entry, DelaySeconds: 0 })) });
  });
  afterFile(async () => undelayed[Symbol.dispose]());
  const now = (): number => bench.environment.runtime.now();

  /** A function that sleeps would move the clock on, to where the time for an answer is over. */
  function awake(): void {
    bench.whileSleeping(() => new Promise(() => {}));
  }

  async function run(key: string, message: WebhookMessage, received: number): Promise<boolean> {
    awake();
    const handler = await bench.functions.load(key);
    const outcome = (await handler(delivery([JSON.stringify(message)], received), {})) as SQSBatchResponse;
    return outcome.batchItemFailures.length === 0;
  }

  const take = async (): Promise<WebhookMessage[]> =>
    (await bench.take('webhooks')).map((body) => JSON.parse(body) as WebhookMessage);

  async function workOff(): Promise<void> {
    let taken = [...waiting.splice(0), ...(await take())].map((message) => ({ message, received: 1 }));
    while (taken.length > 0) {
      const again = [];
      for (const { message, received } of taken) {
        if (message.notBefore > now()) waiting.push(message);
        else if (!(await run(deliver.key, message, received)))
          again.push({ message, received: received + 1 });
      }
      taken = [...again, ...(await take()).map((message) => ({ message, received: 1 }))];
    }
  }

  return {
    bench,

    async account() {
      awake();
      onTestFinished(() => {
        waiting = [];
      });
      const handle = `hooks-${crypto.randomUUID()}`;
      const { secret, key } = await createKey(bench.environment, { account: handle });
      const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
      return {
        handle,
        accountId: key.accountId,
        api,
        async create(json) {
          const answer = await api<{ webhook: ShownWebhook; secret: string }>('POST', '/api/v1/webhooks', {
            json,
          });
          if (answer.status !== 201) throw new Error(answer.text);
          return answer.body;
        },
        async deliveries(webhookId, query = '') {
          const target = `/api/v1/webhooks/${webhookId}/deliveries${query}`;
          return (await api<{ deliveries: ShownDelivery[] }>('GET', target)).body.deliveries;
        },
      };
    },

    async processed(accountId, videoId = crypto.randomUUID(), changeId = crypto.randomUUID()) {
      const handler = await bench.functions.load(recordChanges.key);
      const at = new Date(now()).toISOString();
      const before = { accountId, videoId, name: 'clip', status: 'processing', createdAt: at, updatedAt: at };
      const change = {
        eventID: changeId,
        eventName: 'MODIFY',
        dynamodb: {
          SequenceNumber: '1',
          Keys: marshall({ accountId, videoId }),
          OldImage: marshall(before),
          NewImage: marshall({ ...before, status: 'processed' }),
          ApproximateCreationDateTime: Math.floor(now() / 1000),
        },
      };
      const outcome = (await handler({ Records: [change] }, {})) as SQSBatchResponse;
      if (outcome.batchItemFailures.length > 0) throw new Error('The change was not recorded');
    },

    take,
    deliver: (message, received = 1) => run(deliver.key, message, received),
    giveUp: (message) => run(deliveriesGivenUp.key, message, 1),
    workOff,

    async nextAttempt() {
      const [first] = waiting.toSorted((a, b) => a.notBefore - b.notBefore);
      if (first === undefined) throw new Error('No attempt waits');
      const wait = Math.max(0, first.notBefore - now());
      bench.advance(wait);
      await workOff();
      return wait;
    },
  };
}
