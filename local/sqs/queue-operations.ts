import * as z from 'zod';
import { invalidAttributeName, unsupportedOperation } from './errors.ts';
import { optionalInteger } from './input.ts';
import { type Operation, operation } from './operation.ts';
import { formatQueueAttributes, parseQueueAttributes } from './queue-attributes.ts';
import type { Queue } from './queue-store.ts';
import type { SqsService } from './service.ts';

const queueName = z.string().regex(/^[\w-]{1,80}(\.fifo)?$/, {
  error: 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length.',
});
const attributes = z.record(z.string(), z.string());
const queueUrl = { QueueUrl: z.string() };

const epochSeconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000));

function describe({ queues, messages }: SqsService, queue: Queue): Record<string, string> {
  const { visible, inFlight, delayed } = messages.counts(queue);
  return {
    ...formatQueueAttributes(queue.attributes),
    QueueArn: queues.arn(queue.name),
    CreatedTimestamp: epochSeconds(queue.createdAt),
    LastModifiedTimestamp: epochSeconds(queue.modifiedAt),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
  };
}

export const QUEUE_OPERATIONS: Readonly<Record<string, Operation>> = {
  CreateQueue: operation(
    z.object({ QueueName: queueName, Attributes: attributes.default({}) }),
    ({ queues, queueUrl, now }, { QueueName, Attributes }) => {
      if (QueueName.endsWith('.fifo')) throw unsupportedOperation('FIFO queues are not available here.');
      queues.create(QueueName, parseQueueAttributes(Attributes), now());
      return { QueueUrl: queueUrl(QueueName) };
    },
  ),

  GetQueueUrl: operation(
    z.object({ QueueName: z.string(), QueueOwnerAWSAccountId: z.string().optional() }),
    ({ queues, queueUrl }, { QueueName }) => ({ QueueUrl: queueUrl(queues.get(QueueName).name) }),
  ),

  GetQueueAttributes: operation(
    z.object({ ...queueUrl, AttributeNames: z.array(z.string()).default([]) }),
    (service, { QueueUrl, AttributeNames }) => {
      const all = describe(service, service.queueAt(QueueUrl));
      const known = [...Object.keys(all), 'RedrivePolicy', 'All'];
      const unknown = AttributeNames.find((name) => !known.includes(name));
      if (unknown !== undefined) throw invalidAttributeName(unknown);
      if (AttributeNames.includes('All')) return { Attributes: all };
      return {
        Attributes: Object.fromEntries(Object.entries(all).filter(([name]) => AttributeNames.includes(name))),
      };
    },
  ),

  SetQueueAttributes: operation(
    z.object({ ...queueUrl, Attributes: attributes }),
    ({ queues, queueAt, now }, { QueueUrl, Attributes }) => {
      queues.setAttributes(queueAt(QueueUrl).name, parseQueueAttributes(Attributes), now());
      return {};
    },
  ),

  ListQueues: operation(
    z.object({
      QueueNamePrefix: z.string().default(''),
      MaxResults: optionalInteger(1, 1000),
      NextToken: z.string().default(''),
    }),
    ({ queues, queueUrl }, { QueueNamePrefix, MaxResults = 1000, NextToken }) => {
      const names = queues.list(QueueNamePrefix, NextToken);
      const page = names.slice(0, MaxResults);
      return {
        QueueUrls: page.map(queueUrl),
        ...(names.length > page.length && { NextToken: page.at(-1) }),
      };
    },
  ),

  DeleteQueue: operation(z.object(queueUrl), ({ queues, queueAt, arrivals }, { QueueUrl }) => {
    const { name } = queueAt(QueueUrl);
    queues.delete(name);
    arrivals.announce(name);
    return {};
  }),

  PurgeQueue: operation(z.object(queueUrl), ({ messages, queueAt }, { QueueUrl }) => {
    messages.purge(queueAt(QueueUrl));
    return {};
  }),
};
