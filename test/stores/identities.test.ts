import { beforeAll, expect, test } from 'vitest';
import type { Identity } from '../../shared/domain/identity/identity.ts';
import {
  openIdentityAdministration,
  openIdentityLookup,
  openIdentitySessions,
} from '../../shared/stores/identities.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';

let bench: Workbench;
let lookup: ReturnType<typeof openIdentityLookup>;
let sessions: ReturnType<typeof openIdentitySessions>;
let administration: ReturnType<typeof openIdentityAdministration>;

beforeAll(async () => {
  bench = await startWorkbench();
  lookup = openIdentityLookup(bench.environment);
  sessions = openIdentitySessions(bench.environment);
  administration = openIdentityAdministration(bench.environment);
});

const issuer = 'https://issuer.example';
let people = 0;
const nameOf = () => ({ issuer, subject: `person-${++people}` });

test('many who are first make one identity, and all get that one', async () => {
  const name = nameOf();
  const made = await Promise.all(Array.from({ length: 8 }, () => lookup.create(name)));
  expect(new Set(made.map(({ identityId }) => identityId)).size).toBe(1);
  expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1);
});

test('records of one account do not affect another, to which an operator has pointed meanwhile', async () => {
  const name = nameOf();
  const before = await lookup.create(name);
  await administration.link(name, 'linked');
  await lookup.noteAccount(before);
  expect(await lookup.find(name)).toMatchObject({ accountId: 'linked', hasAccount: true });
});

test('linking leaves who the person is and whether they may come in, and makes an identity where there is none', async () => {
  const name = nameOf();
  const made = await administration.link(name, 'first');
  await administration.disable(name);
  const disabled = (await lookup.find(name)) as Identity;
  bench.advance(1000);
  expect(await administration.link(name, 'second')).toEqual({ ...disabled, accountId: 'second' });
  expect(disabled).toMatchObject({ identityId: made.identityId, disabledAt: expect.any(String) });
});

test('nothing that is done to an identity that does not exist makes one', async () => {
  const name = nameOf();
  const unknown = { ...(await lookup.create(nameOf())), ...name };
  expect(await administration.enable(name)).toBeNull();
  expect(await sessions.endSessions(name)).toBeNull();
  await lookup.noteAccount(unknown);
  expect(await lookup.find(name)).toBeNull();
});

test('who is disabled before they come for the first time is known then, with an account of their own to be made', async () => {
  const name = nameOf();
  const disabled = await administration.disable(name);
  expect(disabled).toMatchObject({ ...name, disabledAt: expect.any(String), hasAccount: false });
  expect(disabled.signedOutAt).toBe(disabled.disabledAt);
  expect(await lookup.create(name)).toEqual(disabled);
  expect(await administration.enable(name)).toEqual({ ...disabled, disabledAt: null });
});
