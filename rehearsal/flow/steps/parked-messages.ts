import type { Deployment } from '../../deployment/deploy.ts';
import { expectEqual } from '../expect.ts';
import { deadLettersOf, functionOf, queueOf, send, takeMessages } from '../queues.ts';
import type { Step } from '../step.ts';

const WORKERS = ['ingest/ingest', 'detector/detector', 'webhooks/deliver'];

/** What no release has sent: after all attempts of workers and of the consumers of dead letters it waits for an operator. */
export const parkedMessages: Step = {
  name: 'messages that nobody understands are parked, listed and sent again',
  async run({ deployment, operator }) {
    if (operator === null) return;
    for (const key of WORKERS) {
      const fn = functionOf(deployment, key);
      const work = queueOf(deployment, fn);
      const deadLetters = deadLettersOf(deployment, work);
      await send(deployment, work, ['x']);
      for (const queue of [work, deadLetters]) await useUp(deployment, queue);
      const reports = deployment.takeFailures();
      const allowed = [work, deadLetters].map((queue) => redriveOf(queue).maxReceiveCount);
      expectEqual(
        `attempts at a message of ${fn.ref}`,
        [fn.ref, functionOf(deployment, key.replace(/\w+$/, 'dead-letters')).ref].map(
          (name) => reports.filter((report) => report.startsWith(`${name} reports message`)).length,
        ),
        allowed,
      );
    }
    const bodies = async () =>
      ((await operator.run('dead-letters', 'list')) as { messages: { body: string }[] }).messages.map(
        ({ body }) => body,
      );
    expectEqual('what is parked', await bodies(), ['x', 'x', 'x']);
    const resume = await Promise.all(WORKERS.map((key) => deployment.pause(functionOf(deployment, key).ref)));
    await operator.run('dead-letters', 'redrive', '--yes');
    for (const key of WORKERS)
      expectEqual(`what ${key} is sent again`, await takeMessages(deployment, key), ['x']);
    expectEqual('what is left', await bodies(), []);
    for (const start of resume) start();
  },
};

const redriveOf = ({ properties }: ReturnType<typeof queueOf>) =>
  properties.RedrivePolicy as { deadLetterTargetArn: string; maxReceiveCount: number };

/** Lets every attempt at the messages of a queue be made: each time they show up again. */
async function useUp(deployment: Deployment, queue: ReturnType<typeof queueOf>): Promise<void> {
  for (let attempt = 0; attempt < redriveOf(queue).maxReceiveCount; attempt++) {
    await deployment.rest();
    deployment.advanceQueues(Number(queue.properties.VisibilityTimeout) * 1000);
  }
  await deployment.rest();
}
