import fc from 'fast-check';
import { expect } from 'vitest';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { hashSecret } from '../../../shared/domain/keys/api-key.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openKeys } from '../../../shared/stores/keys/keys.ts';
import { fileForm, settled } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { OBJECT_IDS } from '../requests/vocabulary.ts';
import type { Document } from './document-model.ts';
import {
  type AccountName,
  expectRefusal,
  type KeyState,
  keyRefusal,
  type Model,
  pick,
  type Real,
  type Step,
  step,
  videoRefusal,
} from './model.ts';

const accounts = fc.constantFrom<AccountName>('one', 'one', 'one', 'other');

const VIDEO_DETAILS = { totalFrames: 10, fps: 10, width: 160, height: 96 };

/** Version 1 of a video with these objects. */
function firstDocument(objectIds: readonly string[]): Document {
  const { objects, tracks } = trackedCars(objectIds);
  const tracked = Object.entries(objects).map(([id, object]) => [id, { ...object, track: tracks[id] }]);
  return {
    schemaVersion: '1.0',
    videoDetails: VIDEO_DETAILS,
    objects: Object.fromEntries(tracked),
    layers: [],
    variables: [],
    rules: [],
  };
}

const born = (id: string, account: AccountName, name: string, document: Document) => ({
  id,
  account,
  name,
  documents: [document],
  descriptions: [null],
  deleted: false,
});

/** Writes a video with tracked objects directly into the stores, without an ingest. */
export async function addVideo(model: Model, real: Real, account: AccountName, name: string): Promise<void> {
  const id = await seedVideo(real.service, {
    account: real.handles[account],
    name,
    parts: trackedCars(OBJECT_IDS),
  });
  model.videos.push(born(id, account, name, firstDocument(OBJECT_IDS)));
}

export async function addKey(
  model: Model,
  real: Real,
  { account, scopes, projectIds }: Pick<KeyState, 'account' | 'scopes' | 'projectIds'>,
): Promise<void> {
  const { secret, keyId } = await createKey(real.service, {
    account: real.handles[account],
    scopes,
    projectIds,
  });
  model.keys.push({ secret, keyId, account, scopes, projectIds, revoked: false });
}

const seed: fc.Arbitrary<Step> = fc
  .tuple(accounts, fc.constantFrom('Harbour', '=cmd', '<svg onload=alert(1)>', 'Ж\u0301 💩'))
  .map(([account, name]) =>
    step('new video', { account, name }, (model, real) => addVideo(model, real, account, name)),
  );

const upload: fc.Arbitrary<Step> = fc.nat(20).map((number) =>
  step('upload', { key: number }, async (model, { api, clip }) => {
    const key = pick(model.keys, number);
    const form = fileForm(clip, 'clip.mp4', { name: 'Uploaded' });
    const answer = await api<{ id: string }>('POST', '/api/videos/upload', { key: key.secret, form });
    const refused = keyRefusal(key, 'project:edit');
    if (refused !== null) return expectRefusal(answer, refused);
    if (key.projectIds !== null) return expectRefusal(answer, [403, 'PROJECT_NOT_ALLOWED']);
    const { id } = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id, name: 'Uploaded', status: 'uploading', uploadProgress: 0 });
    // The first key of each account may do everything and is never revoked.
    const first = model.keys.find(({ account }) => account === key.account)?.secret ?? null;
    const { status } = await settled((method, target) => api(method, target, { key: first }), id);
    expect(status).toBe('processed');
    model.videos.push(born(id, key.account, 'Uploaded', firstDocument([])));
  }),
);

const remove: fc.Arbitrary<Step> = fc.record({ key: fc.nat(20), video: fc.nat(20) }).map((given) =>
  step('delete video', given, async (model, { api }) => {
    const [key, video] = [pick(model.keys, given.key), pick(model.videos, given.video)];
    const answer = await api<unknown>('DELETE', `/api/videos/${video.id}`, { key: key.secret });
    const refused = keyRefusal(key, 'project:edit') ?? videoRefusal(key, video);
    if (refused !== null) return expectRefusal(answer, refused);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    video.deleted = true;
  }),
);

const newKey: fc.Arbitrary<Step> = fc
  .record({
    account: accounts,
    scopes: fc.oneof(fc.constant([...SCOPES]), fc.subarray([...SCOPES], { minLength: 1 })),
    restrictedTo: fc.option(fc.uniqueArray(fc.nat(5), { maxLength: 3 })),
  })
  .map((given) =>
    step('new key', given, async (model, real) => {
      const { account, scopes, restrictedTo } = given;
      const own = model.videos.filter((video) => video.account === account && !video.deleted);
      const chosen = restrictedTo?.flatMap((number) => (own.length === 0 ? [] : [pick(own, number).id]));
      await addKey(model, real, {
        account,
        scopes,
        projectIds: chosen === undefined ? null : [...new Set(chosen)],
      });
    }),
  );

const revokeKey: fc.Arbitrary<Step> = fc.nat(20).map((number) =>
  step('revoke key', { key: number }, async (model, { service }) => {
    const [, , ...revocable] = model.keys;
    if (revocable.length === 0) return;
    const key = pick(revocable, number);
    await openKeys({ variables: service.variables, runtime: systemRuntime }).revoke({
      keyHash: hashSecret(key.secret),
    });
    key.revoked = true;
  }),
);

const whoami: fc.Arbitrary<Step> = fc.nat(20).map((number) =>
  step('whoami', { key: number }, async (model, { api }) => {
    const key = pick(model.keys, number);
    const answer = await api<unknown>('GET', '/api/v1/whoami', { key: key.secret });
    const refused = keyRefusal(key, null);
    if (refused !== null) return expectRefusal(answer, refused);
    const { keyId, scopes, projectIds } = key;
    expect(answer.body).toEqual({ userId: expect.any(String), keyId, name: 'Test', scopes, projectIds });
  }),
);

/** Weighted: an upload costs as much as everything else of a run together. */
export const LIVING: fc.MaybeWeightedArbitrary<Step>[] = [
  { weight: 20, arbitrary: seed },
  { weight: 1, arbitrary: upload },
  { weight: 14, arbitrary: remove },
  { weight: 20, arbitrary: newKey },
  { weight: 10, arbitrary: revokeKey },
  { weight: 10, arbitrary: whoami },
];
