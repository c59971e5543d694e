import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import type { DetectionMessage } from '../../../shared/contract/messages.ts';
import { QUEUES } from '../../../shared/contract/resources.ts';
import { sqs } from '../../../shared/stores/queues/sqs.ts';
import { delivery, type Workbench } from '../service/workbench.ts';

/** A message of the detection queue that was worked off. */
interface WorkedStep {
  readonly kind: DetectionMessage['kind'];
  readonly videoId: string;
  /** Milliseconds from when the queue handed it out until it was deleted: what the queue counts as its account's. */
  readonly took: number;
}

/** Works off the detection queue as one worker does: one message after the other, in the queue's order. */
export async function workThrough({ environment, relay }: Workbench): Promise<WorkedStep[]> {
  const QueueUrl = environment.variables[QUEUES.detection.env];
  const worked: WorkedStep[] = [];
  for (;;) {
    await relay();
    const { Messages: [message] = [] } = await sqs().send(new ReceiveMessageCommand({ QueueUrl }));
    if (message?.Body === undefined) return worked;
    const begun = performance.now();
    expect(await detect(delivery([message.Body]))).toEqual({ batchItemFailures: [] });
    await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    const { kind, videoId } = JSON.parse(message.Body) as DetectionMessage;
    worked.push({ kind, videoId, took: performance.now() - begun });
  }
}

/** Turns are by the time that steps take, not by their number. */
export const timeOf = (steps: readonly WorkedStep[]): number =>
  steps.reduce((sum, { took }) => sum + took, 0);

/** A step that has begun is never interrupted, so turns can be off by this much. */
export const longestOf = (steps: readonly WorkedStep[]): number => Math.max(...steps.map(({ took }) => took));
