import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../../shared/service/operator-stores.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { loseNextReply } from '../../support/faults/lost-replies.ts';
import { on } from '../../support/faults/moments.ts';
import { startTestIssuer, type TestIssuer } from '../../support/identity/test-issuer.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

let bench: Workbench;
let issuer: TestIssuer;
/** Of the account that the bench's key is of. */
let token: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  const { accountId } = await openAccounts(bench.environment).byHandle('demo');
  const person = { issuer: issuer.issuer, subject: 'owner', accountId };
  await linkIdentity(openAll(OPERATOR_STORES, bench.environment), person);
  token = await issuer.token('owner');
});

interface Restored {
  success: boolean;
  version: number;
  updatedAt: string;
}

/** @param key of the owner's account by default */
const restore = (id: string, version: number | string, headers: Record<string, string> = {}, key?: string) =>
  bench.api<Restored>('POST', `/api/videos/${id}/versions/${version}/restore`, { key, headers });

const refusal = async (answer: ReturnType<typeof restore>) => {
  const { status, body } = await answer;
  return { status, ...(body as unknown as { error: object }).error };
};

const documentOf = async (id: string, version?: number) => {
  const query = version === undefined ? '' : `?version=${version}`;
  return (await bench.api<Record<string, unknown>>('GET', `/api/videos/${id}/metadata${query}`)).body;
};

const versionsOf = async (id: string) =>
  (
    await bench.api<{ versions: { version: number; description: string }[] }>(
      'GET',
      `/api/videos/${id}/versions`,
    )
  ).body.versions;

/** A video of three versions: two objects; one of them removed; a rule added. */
async function changedVideo(): Promise<string> {
  const id = await seedVideo(bench.environment, { parts: trackedCars(['car1', 'car2']) });
  await bench.api('DELETE', `/api/videos/${id}/objects/car1`);
  await bench.api('PATCH', `/api/videos/${id}/metadata`, { json: { rules: [{ id: 'r' }] } });
  return id;
}

test('the older version becomes the next one, with the objects and tracks that were removed since', async () => {
  const id = await changedVideo();
  const older = await documentOf(id, 1);
  const { status, headers, body } = await restore(id, 1, { 'If-Match': '"3"' });
  expect([status, headers.get('etag')]).toEqual([200, '"4"']);
  expect(body).toEqual({ success: true, version: 4, updatedAt: expect.any(String) });
  expect(await documentOf(id)).toEqual(older);
  expect(older.objects).toMatchObject({ car1: { track: [{ frame: 0 }, { frame: 9 }] } });
  expect((await versionsOf(id))[0]).toMatchObject({ version: 4, description: 'Version 1 restored' });
});

test('without a base, at another version, of an unknown version or a strange one, nothing is restored', async () => {
  const id = await changedVideo();
  expect(await refusal(restore(id, 1))).toMatchObject({
    status: 400,
    code: 'MISSING_PARAMETER',
    field: 'baseVersion',
  });
  expect(await refusal(restore(id, 1, { 'If-Match': '"2"' }))).toMatchObject({
    status: 409,
    code: 'VERSION_CONFLICT',
    details: { expected: 2, current: 3, conflictingPaths: ['/rules'] },
  });
  expect(await refusal(restore(id, 9, { 'If-Match': '"3"' }))).toMatchObject({
    status: 404,
    code: 'VERSION_NOT_FOUND',
  });
  for (const version of ['0', '-1', 'x', '1.5', '%20'])
    expect(await refusal(restore(id, version, { 'If-Match': '"3"' }))).toMatchObject({ status: 400 });
  expect(await versionsOf(id)).toHaveLength(3);
});

test('a video of another account, one that is not processed and one that is gone are refused alike for every version', async () => {
  const id = await changedVideo();
  const { secret: stranger } = await createKey(bench.environment, { account: 'stranger' });
  const unprocessed = await seedVideo(bench.environment, { processed: false });
  for (const version of [1, 9]) {
    const at = { 'If-Match': '"3"' };
    expect(await refusal(restore(id, version, at, stranger))).toMatchObject({ code: 'NOT_OWNER' });
    expect(await refusal(restore(unprocessed, version, at))).toMatchObject({ code: 'VIDEO_NOT_READY' });
    expect(await refusal(restore(randomUUID(), version, at))).toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  }
});

test('the base is named by a parameter as well, and both must agree', async () => {
  const id = await changedVideo();
  const named = (query: string, headers: Record<string, string> = {}) =>
    bench.api('POST', `/api/videos/${id}/versions/1/restore${query}`, { headers });
  expect((await named('?baseVersion=2')).status).toBe(409);
  expect((await named('?baseVersion=3', { 'If-Match': '"2"' })).status).toBe(400);
  expect((await named('?baseVersion=3')).status).toBe(200);
});

test('people restore in the console as keys do', async () => {
  const id = await changedVideo();
  const target = `/console/api/videos/${id}/versions/1/restore`;
  expect((await bench.api('POST', target, { key: token, headers: { 'If-Match': '"3"' } })).status).toBe(200);
});

test('repeated with its Idempotency-Key it is made once, also where the first reply was lost', async () => {
  const id = await changedVideo();
  const headers = { 'If-Match': '"3"', 'Idempotency-Key': randomUUID() };
  using lost = loseNextReply(on('PutItem', 'versions'));
  const first = await restore(id, 1, headers);
  expect(lost.commands).toHaveLength(1);
  const again = await restore(id, 1, headers);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await versionsOf(id)).toHaveLength(4);
});

test('of ten people who restore at once one succeeds, and the others get the conflict', async () => {
  const id = await changedVideo();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => restore(id, 1 + (i % 2), { 'If-Match': '"3"' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await versionsOf(id)).toHaveLength(4);
});
