import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { DeleteMessageCommand, GetQueueAttributesCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { startSqs } from '../../local/sqs/server.ts';
import { MEDIA_BUCKET, QUEUES } from '../../shared/contract/resources.ts';
import { openDeliveries } from '../../shared/stores/queues/deliveries.ts';
import { sqs } from '../../shared/stores/queues/sqs.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { queueClock } from '../support/faults/queue-clock.ts';
import { afterFile } from '../support/service/after-file.ts';
import { eventually, settled, upload } from '../support/service/api.ts';
import { external } from '../support/service/external-stores.ts';
import { identity } from '../support/service/local-services.ts';
import { killWorkerOf } from '../support/service/mortal-service.ts';
import { processesVisible } from '../support/service/processes.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { tableItems } from '../support/videos/table-items.ts';

const SECOND = 1000;

const clock = queueClock();

// A queue that does not know that its receivers have died, as on AWS.
const queues = await startSqs({
  dataDir: path.join(await temporaryFolder('queues'), 'sqs'),
  ...identity,
  now: clock.now,
  timer: clock.timer,
});
const bench = await startWorkbench(undefined, {
  ...external,
  ...identity,
  endpoints: { ...external.endpoints, sqs: queues.url },
});
afterFile(queues.close);
const clip = await shortClip(2);
const QueueUrl = bench.environment.variables[QUEUES.ingest.env];

const receive = async () => (await sqs().send(new ReceiveMessageCommand({ QueueUrl }))).Messages?.[0];

async function hidden(): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessagesNotVisible' as const];
  const { Attributes } = await sqs().send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Number(Attributes?.ApproximateNumberOfMessagesNotVisible);
}

async function outboxIsEmpty(): Promise<boolean> {
  for await (const _ of tableItems(bench.environment, 'outbox')) return false;
  return true;
}

test('the message of an ingest that has died is hidden for less than two minutes, not for as long as it might have run', async () => {
  await upload(bench.api, clip);
  const message = await eventually(receive, (received) => received !== undefined);
  // It dies here: nothing of it is disposed of.
  const held = await openDeliveries(bench.environment).hold('ingest', message?.ReceiptHandle ?? '');
  await bench.relay();
  clock.advance(109 * SECOND);
  expect(await receive()).toBeUndefined();
  clock.advance(10 * SECOND);
  const again = await receive();
  expect(again?.MessageId).toBe(message?.MessageId);
  held[Symbol.dispose]();
  await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: again?.ReceiptHandle }));
});

describe.skipIf(!processesVisible)('with kill -9 (needs /proc)', () => {
  test('an ingest that was killed with the relay begins again within two minutes, and not before', {
    timeout: TIMEOUT,
  }, async () => {
    const begun = Promise.withResolvers<void>();
    const watch = (message: unknown): void => {
      const { url = '' } = (message as { request: IncomingMessage }).request;
      if (!url.includes(`/${MEDIA_BUCKET.prefixes.uploads}`)) return;
      unsubscribe('http.server.request.start', watch);
      begun.resolve(killWorkerOf(process.pid));
    };
    const id = await upload(bench.api, clip);
    subscribe('http.server.request.start', watch);
    bench.runWorker();
    await begun.promise;
    // The worker that replaces it relays the rest.
    await eventually(outboxIsEmpty, (isEmpty) => isEmpty);
    expect(await hidden()).toBe(1);
    clock.advance(60 * SECOND);
    expect(await hidden()).toBe(1);
    clock.advance(60 * SECOND);
    expect((await settled(bench.api, id)).status).toBe('processed');
  });
});
