import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { MEDIA_BUCKET, TABLES, type TableName } from '../../shared/contract/resources.ts';
import type { ConsoleAccount } from '../../shared/contract/schemas/console/account.ts';
import type { ConsoleKey } from '../../shared/contract/schemas/console/key.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { loseReplies } from '../support/faults/lost-replies.ts';
import { fail, type Moment, on } from '../support/faults/moments.ts';
import { type ConsolePerson, newPerson } from '../support/identity/console-person.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { interceptCalls } from '../support/store-calls.ts';
import { tableItems } from '../support/videos/table-items.ts';

/** More than a request may run and its lease lasts. */
const AFTER_LEASE = 120_000;

let bench: Workbench;
let issuer: TestIssuer;
const written: string[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  process.env.VMS_LOG_LEVEL = 'DEBUG';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
});

afterAll(() => {
  vi.restoreAllMocks();
});

const REQUEST = { name: 'Build server', scopes: ['project:read'], projectIds: null, expiresInDays: 30 };

type Created = { key: ConsoleKey; secret: string } & Partial<ErrorBody>;

const signIn = (): Promise<ConsolePerson> => newPerson(bench, issuer);

const create = ({ call }: ConsolePerson, name: string, json: object = REQUEST) =>
  call<Created>('POST', 'keys', { json, headers: { 'Idempotency-Key': name } });

const listed = async ({ call }: ConsolePerson): Promise<string[]> =>
  (await call<{ keys: ConsoleKey[] }>('GET', 'keys')).body.keys.map(({ id }) => id);

/** How many keys count, as the account sees it. */
const places = async ({ call }: ConsolePerson): Promise<number | undefined> =>
  (await call<ConsoleAccount>('GET', 'account')).body.quotas.find(({ name }) => name === 'activeKeys')?.used;

const isReadOfKeys: Moment = (call) =>
  on('GetItem', 'keys')(call) ||
  (call.command === 'BatchGetItemCommand' && JSON.stringify(call.input).includes('keyHash'));

const alreadyCreated = (keyId: string) => ({
  status: 409,
  body: { error: { code: 'KEY_ALREADY_CREATED', details: { keyId } } },
});

/** Everything that is stored anywhere, as text. */
async function stored(): Promise<string> {
  const found: string[] = [];
  for (const table of Object.keys(TABLES) as TableName[]) {
    for await (const item of tableItems(bench.environment, table)) found.push(JSON.stringify(item));
  }
  const files = openMediaFiles(bench.environment);
  for (const prefix of Object.values(MEDIA_BUCKET.prefixes)) {
    for await (const { key } of files.list(prefix)) {
      found.push(key, Buffer.from((await files.get(key)) ?? []).toString('latin1'));
    }
  }
  return found.join('\n');
}

test('a secret is in one answer, and in no table, object or log line: not when it was lost, used, asked for again or revoked', async () => {
  const person = await signIn();
  const first = await create(person, 'one');
  const { key, secret } = first.body;
  const answers = [
    await create(person, 'one'),
    await person.call('GET', 'keys'),
    await person.call('GET', `keys/${key.id}`),
    await bench.api('GET', '/api/v1/whoami', { key: secret }),
    await bench.api('GET', '/api/videos/unknown', { key: secret }),
    await person.call('POST', `keys/${key.id}/revoke`),
    await bench.api('GET', '/api/v1/whoami', { key: secret }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 200, 200, 200, 404, 200, 401]);
  const known = secret.slice(0, key.masked.length - 1);
  // The random part, too: whoever has it can make the rest.
  const random = secret.slice(known.length, -'checksum'.length);
  const texts = [await stored(), written.join(''), ...answers.map(({ text }) => text)];
  expect(texts[0]).toContain(key.id);
  expect(texts[1]).toContain('POST /console/api/keys');
  for (const text of texts) {
    expect(text).not.toContain(random);
    expect(text).not.toContain(secret);
  }
  expect(first.headers.get('cache-control')).toBe('no-store');
});

describe('a request for a key that is sent again', () => {
  test('makes no second key, and gets the first one’s id', async () => {
    const person = await signIn();
    const { key } = (await create(person, 'one')).body;
    expect(await create(person, 'one')).toMatchObject(alreadyCreated(key.id));
    expect(await listed(person)).toEqual([key.id]);
  });

  test('many times at once makes one key', async () => {
    const person = await signIn();
    const name = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(person, name)));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.key.id);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409);
      expect(body.error?.code).toMatch(/^(IDEMPOTENCY_IN_PROGRESS|KEY_ALREADY_CREATED)$/);
    }
    expect(await listed(person)).toEqual(made);
  });

  test('with other words is refused', async () => {
    const person = await signIn();
    await create(person, 'one');
    const other = await create(person, 'one', { ...REQUEST, name: 'Other' });
    expect([other.status, other.body.error?.field]).toEqual([400, 'Idempotency-Key']);
    expect(await listed(person)).toHaveLength(1);
  });

  test('by a person of another account is another request', async () => {
    const [person, other] = [await signIn(), await signIn()];
    await create(person, 'one');
    expect((await create(other, 'one')).status).toBe(201);
  });

  test('after its function died beside the stored key makes no second one, whenever it comes', async () => {
    bench.stopTime();
    const person = await signIn();
    const death = beforeNext(on('PutItem', 'keys'), async () => {
      // What the function would have written after the key.
      beforeNext(on('UpdateItem', 'idempotency'), fail);
    });
    const { key } = (await create(person, 'one')).body;
    expect(death.happened).toBe(true);
    bench.advance(AFTER_LEASE);
    expect(await create(person, 'one')).toMatchObject(alreadyCreated(key.id));
    expect(await listed(person)).toEqual([key.id]);
  });

  test('after a failure that stored nothing makes the key', async () => {
    const person = await signIn();
    beforeNext(on('PutItem', 'keys'), fail);
    expect((await create(person, 'one')).status).toBe(500);
    const { status, body } = await create(person, 'one');
    expect(status).toBe(201);
    expect(await listed(person)).toEqual([body.key.id]);
  });

  test('after a failure that may have stored it makes no second key', async () => {
    const person = await signIn();
    // It is stored, but nothing shows it: the write fails, and so does every look.
    let isStored = false;
    const blindness = interceptCalls(async (call, proceed) => {
      if (isStored && isReadOfKeys(call)) return fail();
      const reply = await proceed();
      isStored ||= on('PutItem', 'keys')(call);
      return isStored && on('PutItem', 'keys')(call) ? fail() : reply;
    });
    expect((await create(person, 'one')).status).toBe(500);
    blindness[Symbol.dispose]();
    const [id = ''] = await listed(person);
    expect(await create(person, 'one')).toMatchObject(alreadyCreated(id));
    expect(await listed(person)).toEqual([id]);
  });

  test('after failures that stored nothing takes one slot of the quota', async () => {
    const person = await signIn();
    for (let i = 0; i < 3; i++) {
      beforeNext(on('PutItem', 'keys'), fail);
      expect((await create(person, 'one')).status).toBe(500);
      expect(await places(person)).toBe(0);
    }
    expect((await create(person, 'one')).status).toBe(201);
    expect(await places(person)).toBe(1);
  });

  test('after a refusal is refused again, for the same reason', async () => {
    const person = await signIn();
    const request = { ...REQUEST, projectIds: [randomUUID()] };
    for (let i = 0; i < 2; i++) {
      const { status, body } = await create(person, 'one', request);
      expect([status, body.error?.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
    }
  });
});

test('a key whose every reply of the store is lost is made once, and its secret shown', async () => {
  const person = await signIn();
  const isOfKey = on('PutItem', 'keys');
  const lost = loseReplies(isOfKey);
  const { status, body } = await create(person, 'one');
  lost[Symbol.dispose]();
  expect(lost.commands.length).toBeGreaterThan(1);
  expect(status).toBe(201);
  expect(await listed(person)).toEqual([body.key.id]);
  expect((await bench.api('GET', '/api/v1/whoami', { key: body.secret })).status).toBe(200);
});
