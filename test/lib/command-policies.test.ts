import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { ERASED_PREFIXES, ERASURE_GRANT, EXPORT_GRANT, OPERATOR_GRANT } from '../../lib/operator-grant.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { EXPORT_STORES } from '../../shared/service/account-export/export-stores.ts';
import { exportedVideo } from '../../shared/service/account-export/exported-video.ts';
import { eraseAccount } from '../../shared/service/erasure/erase-account.ts';
import { openErasureStores } from '../../shared/service/erasure/erasure-stores.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { OPERATOR_STORES } from '../../shared/service/operator-stores.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { requiredPermissions } from '../support/service/granted-functions.ts';
import { permissionsOf } from '../support/service/permissions.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { litter } from '../support/videos/broken-off-deletion.ts';
import { announce } from '../support/videos/direct-upload.ts';
import { seedVideo } from '../support/videos/seed-video.ts';
import { haveDelivered } from '../support/webhooks/have-delivered.ts';
import { logicalId, resourcesOf, synthesize } from './synthesized.ts';

vi.setConfig({ testTimeout: 120_000 });

const bench = await startWorkbench();
const { environment } = bench;
const operator = openAll(OPERATOR_STORES, environment);
let used: Set<string> | null = null;

beforeAll(() => {
  interceptCalls(({ client, command, input }, proceed) => {
    for (const permission of requiredPermissions(client, command.replace(/Command$/, ''), input))
      used?.add(permission);
    return proceed();
  });
});

/** What some work calls. */
async function callsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const calls = new Set<string>();
  used = calls;
  await work();
  used = null;
  return calls;
}

/** An account that has something of everything. */
async function fullAccount(account: string): Promise<string> {
  const { secret, key } = await createKey(environment, { account });
  const { accountId } = key;
  const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
  await linkIdentity(operator, { issuer: 'https://issuer.example', subject: account, accountId });
  // More than fits into an item, however it is packed.
  const value = randomBytes(12_000).toString('base64');
  const id = await seedVideo(environment, { account, parts: { variables: [{ id: 'text', value }] } });
  await litter(environment, id);
  await openMediaFiles(environment).put(mediaKeys.upload(accountId, id), Buffer.from('video'), 'video/mp4');
  await announce(api, 20_000_000);
  const json = { type: 'user:note', version: '1.0.0', configSchema: {} };
  const headers = { 'Idempotency-Key': 'one' };
  await api('POST', `/api/v1/projects/${id}/plugins`, { json, headers });
  await haveDelivered(environment, { accountId, api, videoId: id });
  return accountId;
}

test('an erasure calls what its policy permits, and what operators may do anyway, and all of its own policy', async () => {
  await fullAccount('full');
  const stores = openErasureStores(environment);
  const calls = await callsOf(async () => {
    const account = await stores.erased.find('full');
    if (account === null) throw new Error('there is no such account');
    const options = { copies: true, wait: async () => {}, report: () => {} };
    await eraseAccount(stores, account, null, options);
  });
  const own = permissionsOf(ERASURE_GRANT).filter((permission) => !permission.startsWith('setting'));
  const versions = [
    's3:ListBucketVersions',
    ...ERASED_PREFIXES.map((prefix) => `s3:DeleteObjectVersion ${prefix}`),
  ];
  const permitted = [...own, ...versions, ...permissionsOf(OPERATOR_GRANT)];
  expect([...calls].filter((permission) => !permitted.includes(permission))).toEqual([]);
  expect(own.filter((permission) => !calls.has(permission))).toEqual([]);
});

test('an export calls what its policy permits, and what operators may do anyway, and all of its own policy', async () => {
  const accountId = await fullAccount('exported');
  const stores = openAll(EXPORT_STORES, environment);
  const calls = await callsOf(async () => {
    for await (const video of stores.videos.all(accountId))
      for (const file of (await exportedVideo(stores, video))?.files ?? [])
        for await (const _ of (await file.open()) ?? []);
  });
  const own = permissionsOf(EXPORT_GRANT);
  const permitted = [...own, ...permissionsOf(OPERATOR_GRANT)];
  expect([...calls].filter((permission) => !permitted.includes(permission))).toEqual([]);
  // Needed where a file is not there: S3 says that only to callers that may list.
  const looked = [...calls, 's3:ListBucket'];
  expect(own.filter((permission) => !looked.includes(permission))).toEqual([]);
});

test.each([
  ['ErasurePolicyArn', 's3:DeleteObjectVersion'],
  ['ExportPolicyArn', 's3:GetObject'],
])(
  'the stack has the policy %s, for these stores and this stack alone, and attaches it to nothing',
  (output, action) => {
    const synthesized = synthesize({ stage: 'prod' });
    const policyId = logicalId(synthesized.service.toJSON().Outputs[output].Value, synthesized);
    const policies = new Map(resourcesOf(synthesized.service, 'AWS::IAM::ManagedPolicy'));
    const { Properties = {} } = policies.get(policyId ?? '') ?? {};
    expect(Properties).not.toHaveProperty('Roles');
    const { Statement } = Properties.PolicyDocument as {
      Statement: { Effect: string; Action: string | string[]; Resource: unknown }[];
    };
    for (const { Effect, Resource } of Statement) {
      expect(Effect).toBe('Allow');
      expect(JSON.stringify(Resource)).not.toMatch(/^"\*"$/);
    }
    expect(Statement.flatMap(({ Action }) => Action)).toContain(action);
  },
);
