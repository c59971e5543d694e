import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { createResources } from '../../local/stores/create-resources.ts';
import { startStores } from '../../local/stores/start-stores.ts';
import { PARKED, QUEUES, type QueueName } from '../../shared/contract/resources.ts';
import { sqs } from '../../shared/stores/queues/sqs.ts';
import { afterFile } from '../support/service/after-file.ts';
import { external, resourcePrefix } from '../support/service/external-stores.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { idOf, propertiesOf, synthesize } from './synthesized.ts';

const { service } = synthesize();
const dataDir = await temporaryFolder('queues');
const prefix = resourcePrefix(dataDir);
const errors: unknown[] = [];
const stores = await startStores({
  dataDir,
  prefix,
  external,
  onError: (error) => errors.push(error),
});
afterFile(stores.close);
Object.assign(process.env, stores.variables);
const { variables } = await createResources(prefix);

const ID = {
  ingest: 'IngestQueue',
  detection: 'DetectionQueue',
  webhooks: 'WebhookQueue',
} as const;

interface Waiting {
  hidden: number;
  kept: number;
  /** Receives after which a message moves on; null where it stays. */
  receives: number | null;
}

/** How messages wait in a queue of the templates. */
function deployed(id: (typeof ID)[QueueName], part: string): Waiting {
  const type = 'AWS::SQS::Queue';
  const queue = propertiesOf(service, type, idOf(service, type, id + part));
  const redrive = queue.RedrivePolicy as { maxReceiveCount: number } | undefined;
  return {
    hidden: Number(queue.VisibilityTimeout ?? 30),
    kept: Number(queue.MessageRetentionPeriod),
    receives: redrive?.maxReceiveCount ?? null,
  };
}

/** The same of a queue that tests, and the local service, run on, with where its messages move to. */
async function tested(QueueUrl: string): Promise<Waiting & { next: string }> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  const { deadLetterTargetArn = '', maxReceiveCount = null } = JSON.parse(Attributes.RedrivePolicy ?? '{}');
  const next = new URL(QueueUrl);
  next.pathname = next.pathname.replace(/[^/]+$/, String(deadLetterTargetArn).split(':').at(-1) ?? '');
  return {
    hidden: Number(Attributes.VisibilityTimeout),
    kept: Number(Attributes.MessageRetentionPeriod),
    receives: maxReceiveCount,
    next: next.href,
  };
}

test.each(Object.keys(QUEUES) as QueueName[])(
  'messages of %s wait, come again and are given up in tests as they do deployed',
  async (name) => {
    const { next: deadLettersUrl, ...work } = await tested(variables[QUEUES[name].env] ?? '');
    const { next: parkedUrl, ...deadLetters } = await tested(deadLettersUrl);
    const { next: _, ...parked } = await tested(parkedUrl);
    expect(work).toEqual(deployed(ID[name], ''));
    expect(deadLetters).toEqual(deployed(ID[name], 'DeadLetters'));
    expect(parked).toEqual(deployed(ID[name], 'Parked'));
    expect(parkedUrl).toBe(variables[PARKED[name].env]);
    expect(errors).toEqual([]);
  },
);
