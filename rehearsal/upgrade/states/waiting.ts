import { expectEqual } from '../../flow/expect.ts';
import { makeDue } from '../../flow/make-due.ts';
import { deadLettersOf, functionOf, queueOf, send, takeMessages } from '../../flow/queues.ts';
import type { Actor } from '../actor.ts';
import {
  announceFile,
  answerOf,
  jobOf,
  markSurface,
  readyVideo,
  sendParts,
  start,
  statusOf,
  trackingOf,
  uploadForm,
} from '../calls.ts';
import type { State } from '../state.ts';

const nameOf = ({ deployment }: Actor, key: string): string => functionOf(deployment, key).ref;

/** Keeps work from a function, until the deployment ends. */
const hold = async (actor: Actor, key: string): Promise<void> =>
  void (await actor.deployment.pause(nameOf(actor, key)));

const killed = (actor: Actor, key: string): string[] => [
  `${nameOf(actor, key)}: Runtime.ExitError: ${nameOf(actor, key)} exited`,
];

const killedWorker: State = {
  name: 'a job whose worker was killed, its message hidden',
  async write(actor) {
    const { deployment } = actor;
    const id = await readyVideo(actor);
    const died = deployment.killAt(nameOf(actor, 'detector/detector'), /^s3 \w+ \/[^/]+\/uploads\//);
    await start(actor, id);
    await died;
    await deployment.rest();
    expectEqual('what failed', deployment.takeFailures(), killed(actor, 'detector/detector'));
    return async (later) => {
      later.deployment.advanceQueues(180_000);
      await later.deployment.rest();
      expectEqual('the job', await jobOf(later, id), 'completed');
    };
  },
};

const brokenOffDeletion: State = {
  name: 'a deletion that broke off',
  async write(actor) {
    const { client, api, deployment } = actor;
    const id = await readyVideo(actor);
    const died = deployment.killAt(nameOf(actor, 'videos/delete-video'), /^s3 (POST|DELETE) /);
    await client.call(api.videos.deleteVideo, { params: { id } }).catch(() => undefined);
    await died;
    await deployment.rest();
    deployment.takeFailures();
    return async (later) => {
      await makeDue(later.deployment, id);
      await later.deployment.fireSchedules();
      await later.deployment.rest();
      expectEqual('the video is there', (await answerOf(later.client, later, id)) === 200, false);
      const { videos } = await later.client.call(later.api.videos.listVideos);
      expectEqual('it is in the list', JSON.stringify(videos).includes(id), false);
    };
  },
};

const parkedJob: State = {
  name: 'a job whose message is parked',
  async write(actor) {
    const { deployment } = actor;
    const id = await readyVideo(actor);
    const resume = await deployment.pause(nameOf(actor, 'detector/detector'));
    await start(actor, id);
    const bodies = await takeMessages(deployment, 'detector/detector');
    const work = queueOf(deployment, functionOf(deployment, 'detector/detector'));
    await send(deployment, deadLettersOf(deployment, deadLettersOf(deployment, work)), bodies);
    resume();
    return async (later) => {
      await later.operator.run('dead-letters', 'redrive', '--yes');
      await later.deployment.rest();
      expectEqual('the job', await jobOf(later, id), 'completed');
    };
  },
};

const queuedSteps: State = {
  name: 'jobs and a surface whose steps wait in the queue, one of them cancelled',
  async write(actor) {
    const { client, api } = actor;
    const [job, cancelled, surface] = [
      await readyVideo(actor),
      await readyVideo(actor),
      await readyVideo(actor),
    ];
    await hold(actor, 'detector/detector');
    for (const id of [job, cancelled]) await start(actor, id);
    await client.call(api.processing.cancelProcessing, { params: { id: cancelled } });
    const state = await jobOf(actor, cancelled);
    await markSurface(actor, surface);
    return async (later) => {
      await later.deployment.rest();
      expectEqual('the job', await jobOf(later, job), 'completed');
      expectEqual('the cancelled job', await jobOf(later, cancelled), state);
      expectEqual('the surface', await trackingOf(later, surface), 'done');
    };
  },
};

const outboxItem: State = {
  name: 'a job whose first steps wait in the outbox, where the ingest has put them',
  async write(actor) {
    await hold(actor, 'relay/relay');
    const id = await uploadForm(actor, { fields: { autoProcess: 'true' } });
    await actor.deployment.rest();
    expectEqual('states', [await statusOf(actor, id), await jobOf(actor, id)], ['processed', 'queued']);
    return async (later) => {
      await later.deployment.rest();
      expectEqual('the job', await jobOf(later, id), 'completed');
    };
  },
};

const unfinishedUploads: State = {
  name: 'uploads: announced, sent in part, in the queue, and with a pending job',
  async write(actor) {
    const [announced, sent] = [await announceFile(actor), await announceFile(actor)];
    const parts = await sendParts(actor, sent);
    await hold(actor, 'ingest/ingest');
    const queued = await uploadForm(actor);
    const pending = await uploadForm(actor, { fields: { autoProcess: 'true' } });
    await actor.deployment.rest();
    let isComplete = false;
    return async (later) => {
      const { client, api, deployment } = later;
      if (!isComplete) {
        const body = { parts: await sendParts(later, announced) };
        await client.call(api.videos.completeUpload, { params: { id: announced }, body });
        await client.call(api.videos.completeUpload, { params: { id: sent }, body: { parts } });
        isComplete = true;
      }
      await deployment.rest();
      for (const id of [announced, sent, queued, pending])
        expectEqual('status', await statusOf(later, id), 'processed');
      expectEqual('the pending job', await jobOf(later, pending), 'completed');
    };
  },
};

/** Written in this order, since some keep work from its functions until the deployment ends. */
export const WAITING: readonly State[] = [
  killedWorker,
  brokenOffDeletion,
  parkedJob,
  outboxItem,
  queuedSteps,
  unfinishedUploads,
];
