import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import type { LocalService } from '../../local/protocol/aws-json-server.ts';
import { startSqs } from '../../local/sqs/server.ts';
import { OPERATOR_VARIABLES, outputName } from '../../shared/contract/operator-variables.ts';
import { PARKED } from '../../shared/contract/resources.ts';
import { type FakeCloudFormation, fakeCloudFormation } from '../support/service/fake-cloudformation.ts';
import { identity } from '../support/service/local-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { vms } from './vms.ts';
import { type ServeProcess, serve } from './vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const dataDir = path.join(folder.path, 'data');
let queues: LocalService;
let tables: LocalService;
let service: ServeProcess;
/** How the stores of the running service are reached. */
let variables: Record<string, string>;
let cloudFormation: FakeCloudFormation;

beforeAll(async () => {
  // A stack's stores are reached by addresses, which those that are embedded into a service do not have.
  const at = (name: string) => ({ dataDir: path.join(folder.path, name), ...identity });
  queues = await startSqs(at('sqs'));
  tables = await startDynamoDb(at('dynamodb'));
  service = await serve(dataDir, ['--api-only'], {
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    AWS_REGION: identity.region,
    AWS_ACCESS_KEY_ID: identity.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: identity.credentials.secretAccessKey,
  });
  ({ variables } = JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8')));
  const outputs = Object.fromEntries(
    OPERATOR_VARIABLES.map((name) => [outputName(name), variables[name] ?? 'vms']),
  );
  const { KeysTable: _, ...withoutKeys } = outputs;
  cloudFormation = await fakeCloudFormation({
    'vms-prod': outputs,
    'vms-acme': { ...outputs, KeyPrefix: 'acme' },
    'vms-old': withoutKeys,
    'vms-prod-data': { MediaName: 'media' },
    'vms-gone': { ...outputs, AccountsTable: 'no-such-table' },
  });
}, 120_000);

afterAll(async () => {
  await cloudFormation[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await Promise.all([queues.close(), tables.close()]);
  folder[Symbol.dispose]();
});

/** The environment of an operator who has taken on a role: temporary credentials with a session token. */
const operator = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith('AWS_'))),
  AWS_SESSION_TOKEN: 'session-token',
  AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: path.join(folder.path, 'none'),
  AWS_SHARED_CREDENTIALS_FILE: path.join(folder.path, 'none'),
});

const onStack = (stack: string, ...args: string[]) => vms([...args, '--stack', stack], { env: operator() });

async function json(...args: string[]) {
  const { code, stdout, stderr } = await onStack('vms-prod', ...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const whoami = (secret: string) =>
  fetch(`${service.ready.apiUrl}/api/v1/whoami`, { headers: { Authorization: `Bearer ${secret}` } });

const create = ['keys', 'create', '--scopes', 'project:read', '--account'];

describe('with --stack', () => {
  test('the first key of a service is made with temporary credentials, works, and is shown once', async () => {
    const { keyId, secret } = await json(...create, 'acme', '--name', 'First');
    expect((await whoami(secret)).status).toBe(200);
    expect(cloudFormation.tokens).toContain('session-token');
    const listed = await onStack('vms-prod', 'keys', 'list', '--account', 'acme');
    expect(listed.stdout).toContain(keyId);
    expect(listed.stdout).toMatch(/ active +acme +First /);
    expect(listed.stdout).toContain(`${secret.slice(0, 11)}…`);
    expect(listed.stdout).not.toContain(secret);
  });

  test('keys get the prefix of the stack', async () => {
    const { stdout } = await onStack('vms-acme', ...create, 'prefixed', '--json');
    expect(JSON.parse(stdout).secret).toMatch(/^acme_sk_/);
  });

  test('a key is listed with its restriction and states, and no hash of a secret', async () => {
    const made = await json(...create, 'states', '--expires', '30');
    const ended = await json(...create, 'states');
    await json('keys', 'revoke', ended.keyId);
    const { keys } = await json('keys', 'list', '--account', 'states');
    expect(keys).toEqual([
      {
        keyId: made.keyId,
        account: 'states',
        accountId: expect.any(String),
        name: 'CLI',
        masked: expect.stringMatching(/^vms_sk_.{4}…$/),
        scopes: ['project:read'],
        projectIds: null,
        state: 'active',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        lastUsedAt: null,
        revokedAt: null,
        createdBy: null,
        replaces: null,
      },
      expect.objectContaining({ keyId: ended.keyId, state: 'revoked', revokedAt: expect.any(String) }),
    ]);
  });

  test('all keys of an account end at once, and those of others go on', async () => {
    const leaked = [await json(...create, 'leaky'), await json(...create, 'leaky')];
    const other = await json(...create, 'other');
    const asked = await onStack('vms-prod', 'keys', 'revoke-all', '--account', 'leaky');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    const { revoked } = await json('keys', 'revoke-all', '--account', 'leaky', '--yes');
    expect(revoked.sort()).toEqual(leaked.map(({ keyId }) => keyId).sort());
    for (const { secret } of leaked) expect((await whoami(secret)).status).toBe(401);
    expect((await whoami(other.secret)).status).toBe(200);
    expect(await json('keys', 'revoke-all', '--account', 'leaky', '--yes')).toEqual({ revoked: [] });
  });

  test('accounts are listed, shown and moved to another tier', { tags: 'long' }, async () => {
    await json(...create, 'moving');
    await json('account', 'set-tier', 'moving', 'pro');
    const { accounts } = await json('account', 'list');
    expect(accounts).toContainEqual(expect.objectContaining({ handle: 'moving', tier: 'pro' }));
    const shown = await json('account', 'show', 'moving');
    expect(shown).toMatchObject({ handle: 'moving', used: { videos: 0 }, max: { videos: 10_000 } });
    for (const args of [
      ['account', 'show', 'nobody'],
      ['account', 'set-tier', 'nobody', 'pro'],
      ['keys', 'list', '--account', 'nobody'],
      ['failed', 'list', '--account', 'nobody'],
      ['keys', 'revoke-all', '--yes', '--account', 'nobody'],
    ]) {
      const unknown = await onStack('vms-prod', ...args);
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no account nobody')]);
    }
  });

  test('a parked message is shown without being taken, sent again on request, and then gone', async () => {
    const sqs = new SQSClient({
      endpoint: variables.AWS_ENDPOINT_URL_SQS ?? '',
      region: variables.AWS_REGION ?? '',
      credentials: {
        accessKeyId: variables.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: variables.AWS_SECRET_ACCESS_KEY ?? '',
      },
      useQueueUrlAsEndpoint: false,
    });
    const QueueUrl = variables[PARKED.ingest.env];
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"Records":[]}' }));
    for (let i = 0; i < 2; i++) {
      const { messages } = await json('dead-letters', 'list');
      expect(messages).toMatchObject([{ queue: 'ingest', body: '{"Records":[]}' }]);
    }
    const redriven = await json('dead-letters', 'redrive', '--yes');
    expect(redriven).toEqual({ redriven: { ingest: 1, detection: 0, webhooks: 0 } });
    expect(await json('dead-letters', 'list')).toEqual({ messages: [], more: false });
    sqs.destroy();
  });

  test('a video that does not exist, or has not failed, is not retried', { tags: 'long' }, async () => {
    const { code, stdout, stderr } = await onStack('vms-prod', 'failed', 'retry', 'nope');
    expect([code, stdout, stderr]).toEqual([1, '', 'nope: there is no such video\n']);
    const narrowed = await onStack('vms-prod', 'failed', 'retry', 'nope', '--account', 'acme');
    expect([narrowed.code, narrowed.stderr]).toEqual([
      2,
      expect.stringContaining('--account belongs to --all'),
    ]);
    expect(await json('failed', 'list')).toEqual({ failed: [] });
    expect(await json('failed', 'retry', '--all')).toEqual({ retried: [] });
  });
});

describe('faults of an operator’s set-up is reported in one line', () => {
  const list = (stack: string, env: Record<string, string>) =>
    vms(['keys', 'list', '--stack', stack], { env: { ...operator(), ...env } });

  test.each<[string, string, Record<string, string>, string]>([
    ['an unknown stack', 'vms-nope', {}, 'There is no stack vms-nope in eu-central-1 of this AWS account'],
    ['the data stack', 'vms-prod-data', {}, "name the service's stack (vms-STAGE, not vms-STAGE-data)"],
    ['a stack of another release', 'vms-old', {}, 'has no output KeysTable'],
    ['tables that are gone', 'vms-gone', {}, 'is not there: deploy it again'],
    ['no region', 'vms-prod', { AWS_REGION: '' }, 'No AWS region is set: set AWS_REGION'],
    ['another region', 'vms-prod', { AWS_REGION: 'eu-west-1' }, 'AWS does not accept these credentials'],
    ['no credentials', 'vms-prod', { AWS_ACCESS_KEY_ID: '' }, 'No AWS credentials were found'],
    [
      'wrong credentials',
      'vms-prod',
      { AWS_SECRET_ACCESS_KEY: 'wrong' },
      'does not accept these credentials',
    ],
    [
      'no network',
      'vms-prod',
      { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:9' },
      'cannot be reached',
    ],
  ])('%s', async (_, stack, env, message) => {
    const { code, stdout, stderr } = await list(stack, env);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    [
      'AccessDenied',
      'User: bob is not authorized to perform: cloudformation:DescribeStacks',
      'docs/deploy.md',
    ],
    [
      'ExpiredToken',
      'The security token included in the request is expired',
      'token included in the request is',
    ],
  ])('%s', async (errorCode, explanation, message) => {
    cloudFormation.failNext(errorCode, explanation);
    const { code, stderr } = await list('vms-prod', {});
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test('without --stack the commands of operators mean the local service, and refuse where another is named', async () => {
  const commands = [
    ['keys', 'list'],
    ['failed', 'retry', 'x'],
    ['dead-letters', 'redrive', '--yes'],
  ];
  for (const args of commands) {
    const env = { VMS_API_URL: 'https://api.example.org/prod', VMS_API_KEY: 'k' };
    const refused = await vms([...args, '--data', dataDir], { env });
    expect([args, refused.code, refused.stderr]).toEqual([args, 2, expect.stringContaining('--stack')]);
  }
  const { stdout } = await vms(['account', 'list', '--json', '--data', dataDir]);
  expect(JSON.parse(stdout).accounts).toContainEqual(expect.objectContaining({ handle: 'demo' }));
});

test('the address of the local service itself, under each of its names, is none of another', {
  tags: 'long',
}, async () => {
  const { apiUrl, apiKey } = service.ready;
  const named = (url: string) =>
    vms(['account', 'list', '--json', '--data', dataDir], { env: { VMS_API_URL: url, VMS_API_KEY: apiKey } });
  for (const url of [apiUrl, `${apiUrl}/`, apiUrl.replace('127.0.0.1', 'localhost')]) {
    const { code, stdout, stderr } = await named(url);
    expect([url, code, stderr]).toEqual([url, 0, '']);
    expect(JSON.parse(stdout).accounts).toContainEqual(expect.objectContaining({ handle: 'demo' }));
  }
  const { port } = new URL(apiUrl);
  for (const url of [
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1:1',
    `http://example.org:${port}`,
    `${apiUrl}/prod`,
  ]) {
    const { code, stdout, stderr } = await named(url);
    expect([url, code, stdout, stderr]).toEqual([
      url,
      2,
      '',
      expect.stringContaining('names another service'),
    ]);
  }
});
