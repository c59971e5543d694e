import { AsyncLocalStorage } from 'node:async_hooks';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, expect, test, vi } from 'vitest';
import { handler as giveUpStep } from '../../functions/detector/dead-letters.ts';
import { handler as giveUpUpload } from '../../functions/ingest/dead-letters.ts';
import { OPERATOR_GRANT, OPERATOR_USER_POOL_ACTIONS } from '../../lib/operator-grant.ts';
import { PARKED, QUEUES, type QueueName } from '../../shared/contract/resources.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { listFailed } from '../../shared/service/failed/list-failed.ts';
import { retryFailed } from '../../shared/service/failed/retry-failed.ts';
import { linkIdentity } from '../../shared/service/identity/link-identity.ts';
import { listIdentities } from '../../shared/service/identity/list-identities.ts';
import { createKey } from '../../shared/service/keys/create-key.ts';
import { listKeys } from '../../shared/service/keys/list-keys.ts';
import { revokeKeyById, revokeKeys } from '../../shared/service/keys/revoke-keys.ts';
import { OPERATOR_STORES, type OperatorStores } from '../../shared/service/operator-stores.ts';
import { listParked, redriveParked } from '../../shared/service/parked/parked-messages.ts';
import { sqs } from '../../shared/stores/queues/sqs.ts';
import { openSurfaceQuota } from '../../shared/stores/quotas/surface-quota.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { requiredPermissions } from '../support/service/granted-functions.ts';
import { permissionsOf } from '../support/service/permissions.ts';
import { delivery, startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { ingestedVideo, uploadedVideo } from '../support/videos/ingested-video.ts';
import { logicalId, resourcesOf, synthesize } from './synthesized.ts';

vi.setConfig({ testTimeout: 120_000 });

let bench: Workbench;
let clip: string;
const used = new Set<string>();
const operating = new AsyncLocalStorage<true>();

beforeAll(async () => {
  bench = await startWorkbench();
  clip = await shortClip(2);
  interceptCalls(({ client, command, input }, proceed) => {
    if (operating.getStore()) {
      const needed = requiredPermissions(client, command.replace(/Command$/, ''), input);
      for (const permission of needed) used.add(permission);
    }
    return proceed();
  });
});

/** Does what a command of operators does, and notes what it called. */
const operate = <T>(work: (stores: OperatorStores) => Promise<T>): Promise<T> =>
  operating.run(true, () => work(openAll(OPERATOR_STORES, bench.environment)));

test('the commands call what the policy permits, all of it, and nothing else', async () => {
  const id = await ingestedVideo(bench, clip);
  await bench.api('POST', `/api/videos/${id}/process`);
  await giveUpStep(delivery((await bench.take('detection')).slice(0, 1)));
  const { id: failed, message } = await uploadedVideo(bench, clip);
  await giveUpUpload(delivery([message]));
  for (const queue of Object.keys(QUEUES) as QueueName[]) {
    const QueueUrl = bench.environment.variables[PARKED[queue].env];
    await sqs().send(new SendMessageCommand({ QueueUrl, MessageBody: 'not JSON' }));
  }

  const key = { name: 'k', scopes: [], projectIds: [id], expiresInDays: null } as const;
  const made = await operate(async (stores) =>
    createKey(stores, await stores.accounts.byHandle('demo'), key),
  );
  // The second time there is nothing to change.
  for (const _ of [1, 2]) {
    expect(await operate((stores) => revokeKeyById(stores, made.key.keyId))).toBe(true);
  }
  const account = await operate(({ accounts }) => accounts.byHandle('new'));
  await operate((stores) => createKey(stores, account, { ...key, projectIds: null }));
  const person = { issuer: 'https://issuer.example', subject: 'ann' };
  await operate((stores) => linkIdentity(stores, { ...person, accountId: account.accountId }));
  await operate(({ identities }) => identities.disable(person));
  expect(await operate(({ identities }) => identities.find(person))).toMatchObject(person);
  expect(await operate((stores) => listIdentities(stores))).toMatchObject([
    { ...person, account: 'new', state: 'disabled' },
  ]);
  await operate(({ identities }) => identities.enable(person));
  await operate(({ identities }) => identities.endSessions(person));
  await operate((stores) => listKeys(stores));
  await operate(({ accounts }) => accounts.setTier(account, 'pro'));
  const tracked = { accountId: account.accountId, videoId: id, objectId: 'surface' };
  await openSurfaceQuota(bench.environment).admit(tracked);
  expect((await operate(({ use }) => use.of(account.accountId))).used.activeSurfaces).toBe(1);
  await operate((stores) => revokeKeys(stores, account));
  expect(await operate((stores) => listFailed(stores))).toHaveLength(2);
  expect(await operate((stores) => retryFailed(stores, failed))).toBe('video');
  expect(await operate((stores) => retryFailed(stores, id))).toBe('job');
  expect((await operate(listParked)).messages).toHaveLength(Object.keys(QUEUES).length);
  await operate(redriveParked);

  const granted = permissionsOf(OPERATOR_GRANT).filter((permission) => !permission.startsWith('setting'));
  // Needed where a file is not there: S3 says that only to callers that may list.
  const looked = [...used, 's3:ListBucket'];
  expect(looked.filter((permission) => !granted.includes(permission))).toEqual([]);
  expect(granted.filter((permission) => !looked.includes(permission))).toEqual([]);
});

/** What a permission is on, in words. */
function placeOf(service: string, name: string): string {
  if (service === 's3') return name === '' ? 'the bucket' : `\`${name}/\` of the bucket`;
  if (service === 'sqs') return `queue ${name}`.replace(/^queue parked/, 'parked messages of');
  const [table = '', index] = name.split('/');
  return index === undefined ? `table ${table}` : `index \`${index}\` of table ${table}`;
}

/** What the policy permits, a line for each thing. */
function policyItems(): string[] {
  const byPlace = new Map<string, string[]>();
  for (const permission of permissionsOf(OPERATOR_GRANT)) {
    const [, action = '', service = '', name = ''] = /^((\w+):\w+) ?(.*)$/.exec(permission) ?? [];
    if (action === '') continue;
    const place = placeOf(service, name);
    byPlace.set(place, [...(byPlace.get(place) ?? []), action]);
  }
  const rows = [...byPlace].map(([place, actions]) => `${place}: ${actions.join(', ')}`);
  const users = OPERATOR_USER_POOL_ACTIONS.map((action) => `cognito-idp:${action}`).join(', ');
  return [...rows.sort(), 'the stack: cloudformation:DescribeStacks', `the user pool: ${users}`];
}

test('the record in recorded-operator-grant.txt is that of the policy: update it with -u, and read the diff', async () => {
  await expect(`${policyItems().join('\n')}\n`).toMatchFileSnapshot('recorded-operator-grant.txt');
});

test('the stack has the policy, for these stores and this stack alone, and attaches it to nothing', () => {
  const synthesized = synthesize({ stage: 'prod' });
  const [policy] = [...resourcesOf(synthesized.service, 'AWS::IAM::ManagedPolicy')];
  if (policy === undefined) throw new Error('there is no policy');
  const [policyId, { Properties }] = policy;
  expect(Properties).not.toHaveProperty('Roles');
  const document = Properties.PolicyDocument as {
    Statement: { Effect: string; Action: string | string[]; Resource: unknown }[];
  };
  for (const { Effect, Resource } of document.Statement) {
    expect(Effect).toBe('Allow');
    expect(JSON.stringify(Resource)).not.toMatch(/^"\*"$/);
  }
  const granted = permissionsOf(OPERATOR_GRANT).filter((permission) => !permission.startsWith('setting'));
  const actions = document.Statement.flatMap(({ Action }) => Action);
  expect(new Set(actions)).toEqual(
    new Set([
      ...granted.map((permission) => permission.split(' ')[0]),
      'cloudformation:DescribeStacks',
      ...OPERATOR_USER_POOL_ACTIONS.map((action) => `cognito-idp:${action}`),
    ]),
  );
  const { Value } = synthesized.service.toJSON().Outputs.OperatorPolicyArn;
  expect(logicalId(Value, synthesized)).toBe(policyId);
});
