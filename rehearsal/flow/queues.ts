import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Deployment } from '../deployment/deploy.ts';
import type { Resource } from '../template/resolve.ts';

/** The function of a file below `functions/`. */
export function functionOf({ resources }: Deployment, key: string): Resource {
  const suffix = `-${key.replaceAll('/', '-')}`;
  const found = resources.of('AWS::Lambda::Function').find(({ ref }) => ref.endsWith(suffix));
  if (found === undefined) throw new Error(`There is no function ${key}`);
  return found;
}

/** The queue that feeds a function. */
export function queueOf({ resources }: Deployment, fn: Resource): Resource {
  const mapping = resources
    .of('AWS::Lambda::EventSourceMapping')
    .find(({ properties }) => [fn.ref, fn.arn].includes(String(properties.FunctionName)));
  return resources.get('AWS::SQS::Queue', mapping?.properties.EventSourceArn);
}

const clientOf = ({ stores }: Deployment): SQSClient =>
  new SQSClient({
    endpoint: stores.endpoints.sqs,
    region: stores.region,
    credentials: stores.credentials,
    useQueueUrlAsEndpoint: false,
  });

/** Takes the messages out of a function's queue, which is paused. @returns their bodies */
export async function takeMessages(deployment: Deployment, key: string): Promise<string[]> {
  const sqs = clientOf(deployment);
  const QueueUrl = queueOf(deployment, functionOf(deployment, key)).ref;
  const bodies: string[] = [];
  for (;;) {
    const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
    const { Messages = [] } = await sqs.send(receive);
    for (const { Body = '', ReceiptHandle } of Messages) {
      bodies.push(Body);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
    if (Messages.length === 0) break;
  }
  sqs.destroy();
  return bodies;
}

/** Puts messages into the queue of their dead letters, as SQS does after the last attempt. */
export async function giveUp(deployment: Deployment, key: string, bodies: readonly string[]): Promise<void> {
  await send(deployment, deadLettersOf(deployment, queueOf(deployment, functionOf(deployment, key))), bodies);
}

/** The queue that takes what a queue's workers have given up. */
export function deadLettersOf({ resources }: Deployment, { properties }: Resource): Resource {
  const { deadLetterTargetArn } = properties.RedrivePolicy as { deadLetterTargetArn: string };
  return resources.get('AWS::SQS::Queue', deadLetterTargetArn);
}

export async function send(
  deployment: Deployment,
  queue: Resource,
  bodies: readonly string[],
): Promise<void> {
  const sqs = clientOf(deployment);
  for (const MessageBody of bodies)
    await sqs.send(new SendMessageCommand({ QueueUrl: queue.ref, MessageBody }));
  sqs.destroy();
}
