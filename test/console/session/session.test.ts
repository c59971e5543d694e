import { describe, expect, test } from 'vitest';
import { authorizedFetch } from '../../../console/session/authorized-fetch.ts';
import { type Identity, SignInRequired, type Tokens } from '../../../console/session/identity-provider.ts';
import { Session, UnknownPerson } from '../../../console/session/session.ts';

const anna: Identity = { issuer: 'https://issuer.test', subject: 'anna', name: 'anna@example.org' };
const attempt = {
  verifier: 'v',
  state: 's',
  nonce: 'n',
  returnTo: '/videos',
  withPassword: false,
  server: { issuer: 'https://id.example' },
};
const answer = new URLSearchParams({ code: 'c', state: 's' });
const MINUTE_MS = 60_000;

/** A session with a provider whose tokens last 15 minutes and are numbered, and a clock that is set by hand. */
function open() {
  const control = {
    now: 0,
    issued: 0,
    refreshes: 0,
    ended: false,
    unreachable: false,
    who: anna,
    revoked: 0,
    expected: true,
  };
  const issue = (): Tokens => {
    control.issued++;
    return {
      access: `t${control.issued}`,
      refresh: `r${control.issued}`,
      id: `i${control.issued}`,
      lifetimeMs: 15 * MINUTE_MS,
    };
  };
  const provider = {
    redeem: async () => ({ tokens: issue(), identity: control.who }),
    refresh: async () => {
      control.refreshes++;
      if (control.unreachable) throw new TypeError('Failed to fetch');
      if (control.ended) throw new SignInRequired();
      return issue();
    },
    revoke: async () => void control.revoked++,
  };
  const person = { isExpected: () => control.expected, remember: () => undefined };
  const session = new Session(provider, person, () => control.now);
  return { session, control };
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false;
  void promise.then(
    () => (done = true),
    () => (done = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('a session', () => {
  test('does not begin with a person who is not expected, of whom nothing is kept', async () => {
    const { session, control } = open();
    control.expected = false;
    await expect(session.signIn(answer, attempt)).rejects.toThrow(UnknownPerson);
    expect(session.state).toEqual({ phase: 'signed-out', identity: null });
    await expect(session.authorization()).rejects.toThrow(SignInRequired);
  });

  test('gives its token until it is about to end, then a new one', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.now = 14 * MINUTE_MS;
    expect(await session.authorization()).toBe('Bearer t1');
    control.now = 14.6 * MINUTE_MS;
    expect(await session.authorization()).toBe('Bearer t2');
    expect(control.refreshes).toBe(1);
  });

  test('asks once for a new token, however many requests need it', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.now = 15 * MINUTE_MS;
    const headers = await Promise.all(Array.from({ length: 5 }, () => session.authorization()));
    expect(new Set(headers)).toEqual(new Set(['Bearer t2']));
    await Promise.all([session.renew('Bearer t2'), session.renew('Bearer t2'), session.renew('Bearer t1')]);
    expect(control.refreshes).toBe(2);
  });

  test('has no token before signing in', async () => {
    await expect(open().session.authorization()).rejects.toThrow(SignInRequired);
  });

  test('stays when the provider cannot be reached', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.unreachable = true;
    control.now = 15 * MINUTE_MS;
    await expect(session.authorization()).rejects.toThrow(TypeError);
    expect(session.state.phase).toBe('signed-in');
    control.unreachable = false;
    expect(await session.authorization()).toBe('Bearer t2');
  });

  test('expires when the provider asks for the person, and requests wait until the same one has signed in', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.ended = true;
    control.now = 15 * MINUTE_MS;
    const waiting = session.authorization();
    expect(await settled(waiting)).toBe(false);
    expect(session.state).toEqual({ phase: 'expired', identity: anna });
    expect(await session.signIn(answer, attempt)).toBe(true);
    expect(await waiting).toBe('Bearer t2');
  });

  test.each([
    ['subject', { subject: 'bert' }],
    ['issuer', { issuer: 'https://other.test' }],
  ])('sends nothing for another person, told by the %s', async (_, other) => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    session.expire();
    const waiting = session.authorization();
    control.who = { ...anna, ...other };
    expect(await session.signIn(answer, attempt)).toBe(false);
    expect(await settled(waiting)).toBe(false);
    expect(session.state.phase).toBe('signed-out');
    await expect(session.authorization()).rejects.toThrow(SignInRequired);
  });

  test('that was signed out while a token was renewed stays signed out', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.now = 15 * MINUTE_MS;
    const waiting = session.authorization();
    session.signOut();
    await expect(waiting).rejects.toThrow(SignInRequired);
    expect(session.state.phase).toBe('signed-out');
  });
});

describe('a request that is refused with 401', () => {
  const responses = (...statuses: number[]) => {
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return new Response(null, { status: statuses[sent.length - 1] ?? 200 });
    };
    return { sent, fetch };
  };

  test('is sent again with a new token', async () => {
    const { session } = open();
    await session.signIn(answer, attempt);
    const { sent, fetch } = responses(401, 200);
    const headers = { Authorization: await session.authorization() };
    const response = await authorizedFetch(session, fetch)('/console/api/keys', { method: 'POST', headers });
    expect(response.status).toBe(200);
    expect(sent).toEqual(['Bearer t1', 'Bearer t2']);
    expect(session.state.phase).toBe('signed-in');
  });

  test('twice ends the session, and is not sent a third time', async () => {
    const { session } = open();
    await session.signIn(answer, attempt);
    const { sent, fetch } = responses(401, 401);
    const headers = { Authorization: await session.authorization() };
    const response = await authorizedFetch(session, fetch)('/console/api/keys', { headers });
    expect(response.status).toBe(401);
    expect(sent).toHaveLength(2);
    expect(session.state.phase).toBe('expired');
  });

  test('waits for the person where the provider asks for one', async () => {
    const { session, control } = open();
    await session.signIn(answer, attempt);
    control.ended = true;
    const { sent, fetch } = responses(401, 200);
    const headers = { Authorization: await session.authorization() };
    const waiting = authorizedFetch(session, fetch)('/console/api/keys', { headers });
    expect(await settled(waiting)).toBe(false);
    await session.signIn(answer, attempt);
    expect((await waiting).status).toBe(200);
    expect(sent).toEqual(['Bearer t1', 'Bearer t2']);
  });
});
