import { expectEqual } from '../../flow/expect.ts';
import { functionOf, giveUp, takeMessages } from '../../flow/queues.ts';
import { type Actor, makeKey } from '../actor.ts';
import { answerOf, jobOf, markSurface, readyVideo, start, statusOf, uploadForm } from '../calls.ts';
import { differences } from '../same-answer.ts';
import type { State } from '../state.ts';

/** What a client can ask about a video, and is answered. */
async function answers({ client, api }: Actor, id: string): Promise<Record<string, unknown>> {
  const params = { id };
  return {
    video: await client.call(api.videos.getVideo, { params }),
    document: await client.call(api.metadata.getMetadata, { params }),
    'first version': await client.call(api.metadata.getMetadata, { params, query: { version: 1 } }),
    versions: await client.call(api.metadata.listVersions, { params }),
    objects: await client.call(api.objects.listObjects, { params }),
    project: await client.call(api.projects.getProject, { params: { videoId: id } }),
    job: await client.call(api.processing.getProcessingStatus, { params }),
  };
}

/** Edits in every way, and both exports. */
async function workOn({ client, api, deployment }: Actor, id: string, value: number): Promise<void> {
  const params = { id };
  const layers = [{ id: 'badges', overlays: [{ id: `badge${value}`, plugin: { type: 'user:badge' } }] }];
  const body = { variables: [{ id: 'speed', value }], layers };
  await client.call(api.metadata.patchMetadata, { params, body });
  const { revision: baseRevision } = await client.call(api.projects.getProject, { params: { videoId: id } });
  const changes = [{ op: 'add' as const, path: '/variables/-', value: { id: `v${value}`, value } }];
  await client.call(api.projects.applyChanges, { params: { videoId: id }, body: { baseRevision, changes } });
  const objects = await client.call(api.objects.listObjects, { params });
  const [objectId] = Object.keys(objects as object);
  if (objectId !== undefined)
    await client
      .call(api.objects.patchObject, { params: { id, objectId }, body: { userLabel: `Poster ${value}` } })
      .catch((error: { code?: string }) => {
        if (error.code !== 'OBJECT_NOT_FOUND') throw error;
      });
  for (const format of ['native', 'json'] as const) {
    const { downloadUrl } = await client.call(api.metadata.exportVideo, { params, query: { format } });
    expectEqual(`status of an export as ${format}`, (await fetch(downloadUrl)).status, 200);
  }
  await deployment.rest();
}

const editedVideo: State = {
  name: 'a video with objects, a surface, a plugin, edits, versions and exports',
  async write(actor) {
    const { client, api, deployment } = actor;
    const id = await uploadForm(actor, { fields: { name: 'Match', autoProcess: 'true' } });
    await deployment.rest();
    await markSurface(actor, id);
    await deployment.rest();
    await client.call(api.projects.installPlugin, {
      params: { videoId: id },
      body: { type: 'user:badge', version: '1.0.0', configSchema: { type: 'object' } },
    });
    let edits = 1;
    await workOn(actor, id, edits);
    let before = await answers(actor, id);
    return async (later) => {
      const after = await answers(later, id);
      expectEqual('what has changed', differences(before, after, later.isOlder), []);
      const text = JSON.stringify(after.objects);
      expectEqual('there is the surface', text.includes('Poster'), true);
      edits += 1;
      await workOn(later, id, edits);
      before = await answers(later, id);
    };
  },
};

const damagedUpload: State = {
  name: 'an upload that is no whole video',
  async write(actor) {
    const id = await uploadForm(actor, { file: actor.clip.slice(0, actor.clip.length / 2) });
    await actor.deployment.rest();
    expectEqual('status', await statusOf(actor, id), 'failed');
    return async (later) => expectEqual('status', await statusOf(later, id), 'failed');
  },
};

const givenUp: State = {
  name: 'an upload and a job that were given up, and are retried',
  async write(actor) {
    const { deployment } = actor;
    const job = await readyVideo(actor);
    const resume = [];
    for (const key of ['ingest/ingest', 'detector/detector'])
      resume.push(await deployment.pause(functionOf(deployment, key).ref));
    await start(actor, job);
    const upload = await uploadForm(actor);
    await deployment.rest();
    for (const key of ['ingest/ingest', 'detector/detector'])
      await giveUp(deployment, key, await takeMessages(deployment, key));
    for (const begin of resume) begin();
    await deployment.rest();
    expectEqual('states', [await statusOf(actor, upload), await jobOf(actor, job)], ['failed', 'failed']);
    return async (later) => {
      const { failed } = (await later.operator.run('failed', 'list')) as { failed: object[] };
      const text = JSON.stringify(failed);
      for (const id of [upload, job].filter((one) => text.includes(one)))
        await later.operator.run('failed', 'retry', id);
      await later.deployment.rest();
      expectEqual(
        'after the retry',
        [await statusOf(later, upload), await jobOf(later, job)],
        ['processed', 'completed'],
      );
    };
  },
};

const cancelledJob: State = {
  name: 'a job that was cancelled',
  async write(actor) {
    const { client, api, deployment } = actor;
    const id = await readyVideo(actor);
    const resume = await deployment.pause(functionOf(deployment, 'detector/detector').ref);
    await start(actor, id);
    await client.call(api.processing.cancelProcessing, { params: { id } });
    resume();
    await deployment.rest();
    const state = await jobOf(actor, id);
    return async (later) => expectEqual('state', await jobOf(later, id), state);
  },
};

const deletedVideo: State = {
  name: 'a video that was deleted',
  async write(actor) {
    const { client, api, deployment } = actor;
    const id = await readyVideo(actor);
    await client.call(api.videos.deleteVideo, { params: { id } });
    await deployment.rest();
    const status = await answerOf(client, actor, id);
    return async (later) => {
      expectEqual('status of its answer', await answerOf(later.client, later, id), status);
      const { videos } = await later.client.call(later.api.videos.listVideos);
      expectEqual('it is in the list', JSON.stringify(videos).includes(id), false);
    };
  },
};

const keysOfAllKinds: State = {
  name: 'keys that are active, restricted and revoked',
  async write(actor) {
    const { operator, api } = actor;
    const [own, other] = [await readyVideo(actor), await readyVideo(actor)];
    const secrets = {
      active: await makeKey(operator),
      restricted: await makeKey(operator, { projects: [own] }),
      revoked: await makeKey(operator),
    };
    const { keyId } = await actor.withKey(secrets.revoked).call(api.account.whoami);
    await operator.run('keys', 'revoke', keyId, '--yes');
    return async (later) => {
      for (const [kind, expected] of [
        ['active', [200, 200]],
        ['restricted', [200, 403]],
        ['revoked', [401, 401]],
      ] as const) {
        const client = later.withKey(secrets[kind]);
        const found = [await answerOf(client, later, own), await answerOf(client, later, other)];
        expectEqual(`answers to a key that is ${kind}`, found, expected);
      }
    };
  },
};

const person: State = {
  name: 'a person in the console, with an account and a key',
  async write(actor) {
    const { operator } = actor;
    const { users } = (await operator.run('users', 'list')) as { users: object[] };
    const name = `ann-${users.length}@example.com`;
    const made = await operator.runWithInput('Correct horse 1 battery', 'users', 'create', name);
    const { subject } = made as { subject: string };
    const client = await actor.asPerson(subject);
    const { accountId } = (await client.call(actor.api.console.getAccount)) as { accountId?: string };
    const body = { name: 'CI', scopes: ['project:read' as const], projectIds: null, expiresInDays: null };
    const { secret } = (await client.call(actor.api.keys.createKey, { body })) as { secret: string };
    return async (later) => {
      const again = await later.asPerson(subject);
      const found = (await again.call(later.api.console.getAccount)) as { accountId?: string };
      expectEqual('the account', found.accountId, accountId);
      const { keys } = await again.call(later.api.keys.listKeys);
      expectEqual('number of keys', keys.length, 1);
      await later.withKey(secret).call(later.api.account.whoami);
    };
  },
};

const repeatedRequest: State = {
  name: 'a request that is repeated under its Idempotency-Key',
  async write(actor) {
    const key = `upgrade-${actor.isOlder}-${Date.now()}`;
    const announce = async ({ fetch, clip }: Actor): Promise<string> => {
      const answer = await fetch('api/videos/upload', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ fileName: 'again.mp4', fileSize: clip.length }),
      });
      expectEqual('status', answer.status, 201);
      return ((await answer.json()) as { id: string }).id;
    };
    const id = await announce(actor);
    return async (later) => expectEqual('the video of the answer', await announce(later), id);
  },
};

/** Written while everything runs. */
export const SETTLED: readonly State[] = [
  editedVideo,
  damagedUpload,
  givenUp,
  cancelledJob,
  deletedVideo,
  keysOfAllKinds,
  person,
  repeatedRequest,
];
