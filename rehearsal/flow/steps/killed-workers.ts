import { startProcessing } from '../../../shared/contract/routes/processing.ts';
import { expectEqual } from '../expect.ts';
import { functionOf, takeMessages } from '../queues.ts';
import type { Rehearsed } from '../rehearsed.ts';
import type { Step } from '../step.ts';
import { ingested, jobStateOf, statusOf, uploadInForm } from '../uploads.ts';

/** What the announcer sends. */
const SENDS = /^sqs /;
/** A worker's first look at the file. */
const READS_UPLOAD = /^s3 \w+ \/[^/]+\/uploads\//;

const SECOND = 1000;

/**
 * Workers that die: what they have asked of the queue through outbox and relay brings their messages back. The event of one that
 * has no queue is repeated by Lambda.
 */
export const killedWorkers: Step = {
  name: 'workers that are killed, and whose messages come back within two minutes',
  async run(rehearsed) {
    await killedAnnouncer(rehearsed);
    const id = await killedAtWork(rehearsed, 'ingest/ingest', () => uploadInForm(rehearsed));
    expectEqual('an upload whose worker was killed', await statusOf(rehearsed, id), 'processed');
    const video = await ingested(rehearsed);
    await killedAtWork(rehearsed, 'detector/detector', () =>
      rehearsed.client.call(startProcessing, { params: { id: video } }),
    );
    expectEqual('a job whose worker was killed', await jobStateOf(rehearsed, video), 'completed');
  },
};

async function killedAnnouncer(rehearsed: Rehearsed): Promise<void> {
  const { deployment } = rehearsed;
  const { ref } = functionOf(deployment, 'ingest/announce');
  const killed = deployment.killAt(ref, SENDS);
  const id = await uploadInForm(rehearsed);
  await killed;
  await deployment.settle();
  expectEqual('what failed', deployment.takeFailures(), [`${ref}: Runtime.ExitError: ${ref} exited`]);
  expectEqual('an upload whose announcer was killed', await statusOf(rehearsed, id), 'processed');
}

/** Kills the worker that takes what `begin` starts, and lets time pass until another has done it. */
async function killedAtWork<T>({ deployment }: Rehearsed, key: string, begin: () => Promise<T>): Promise<T> {
  const { ref } = functionOf(deployment, key);
  const killed = deployment.killAt(ref, READS_UPLOAD);
  const begun = await begin();
  await killed;
  await deployment.rest();
  expectEqual('what failed', deployment.takeFailures(), [`${ref}: Runtime.ExitError: ${ref} exited`]);
  const resume = await deployment.pause(ref);
  deployment.advanceQueues(90 * SECOND);
  expectEqual(`messages of ${ref} after 90 s`, await takeMessages(deployment, key), []);
  resume();
  deployment.advanceQueues(30 * SECOND);
  await deployment.settle();
  return begun;
}
