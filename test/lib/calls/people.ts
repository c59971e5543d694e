import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { test } from 'vitest';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openJobQuota } from '../../../shared/stores/quotas/job-quota.ts';
import { openSurfaceQuota } from '../../../shared/stores/quotas/surface-quota.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { fail, on } from '../../support/faults/moments.ts';
import { createKey } from '../../support/service/create-key.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';
import { commitEarlierVersion } from '../../support/videos/earlier-version.ts';
import { enlargeDocument } from '../../support/videos/enlarge-document.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { LARGE, OBJECT, OTHER_OBJECT, restore, type Stage } from './stage.ts';

/** What people do in the console. */
export function peopleCall({ api, environment, issuer, ingested, signedIn }: Stage): void {
  test('a person signs in for the first time, and out everywhere', async () => {
    const key = await issuer.token('person');
    await api('GET', '/console/api/videos', { key });
    await api('POST', '/console/api/sign-out-everywhere', { key });
  });

  test('a person reads when frames are shown, and restores versions, also one of an earlier schema', async () => {
    const call = await signedIn();
    const id = await ingested();
    await call('GET', `/console/api/videos/${id}/frames`);
    provideEarlierSchema();
    await commitEarlierVersion(environment, id, LARGE);
    await enlargeDocument(environment, id, [OBJECT, OTHER_OBJECT], LARGE);
    await restore(call, id, 2, { 'If-Match': '"2"' });
    const headers = { 'If-Match': '"3"', 'Idempotency-Key': 'restore' };
    beforeNext(on('PutItem', 'versions'), fail);
    for (let i = 0; i < 3; i++) await restore(call, id, 2, headers);
  });

  test('a person looks after keys, some of which an earlier release made, and looks for videos', async () => {
    const key = await issuer.token('keeper');
    const call = async (method: string, target: string, json?: object, name = '') =>
      (
        await api<{ id: string; handle: string }>(method, `/console/api/${target}`, {
          key,
          ...(json && { json }),
          headers: name === '' ? {} : { 'Idempotency-Key': name },
        })
      ).body;
    const { id: accountId, handle: account } = await call('GET', 'account');
    const active = { accountId, videoId: 'video', jobId: 'job', objectId: 'surface' };
    await openJobQuota(environment).admit(active);
    await openSurfaceQuota(environment).admit(active);
    const video = await seedVideo(environment, { account });
    // As a video has it from before this was counted.
    const uncounted = { Key: { accountId, videoId: video }, UpdateExpression: 'REMOVE documentBytes' };
    await dynamodb().send(new UpdateCommand({ TableName: tableName(environment, 'videos'), ...uncounted }));
    const earlier = await createKey(environment, { account, projectIds: [video] });
    await call('GET', 'account');
    await call('GET', 'keys');
    await call('GET', `keys/${earlier.keyId}`);
    const request = { name: 'A', scopes: ['project:read'], projectIds: [video], expiresInDays: 30 };
    beforeNext(on('PutItem', 'keys'), fail);
    for (let i = 0; i < 3; i++) await call('POST', 'keys', { ...request, replaces: earlier.keyId }, 'one');
    for (let i = 0; i < 2; i++) await call('POST', `keys/${earlier.keyId}/revoke`);
    await call('GET', 'search?name=seed');
    await call('GET', `videos/${video}/processing`);
  });
}
