import { expect, test } from 'vitest';
import { isOver, waitAfterEnd } from '../../../local/identity/ended-sessions.ts';

const user = { subject: 's', name: 'ann', createdAt: 0, disabledAt: null, sessionsFrom: 0 };
const never = async () => null;

test.each([
  ['in the second after', 10_999, 11_000],
  ['in the same second', 10_100, 10_999],
  ['at the very moment', 10_100, 10_100],
])(
  'who signs in %s as all sessions end has a session that is open, if need be a moment later',
  async (_, endedAt, now) => {
    const ended = async () => endedAt;
    const signedInAt = Math.floor((now + (await waitAfterEnd(user, now, ended))) / 1000);
    expect(await isOver(user, signedInAt, ended)).toBe(false);
    expect(await isOver(user, Math.floor(endedAt / 1000), ended)).toBe(true);
    expect(await waitAfterEnd(user, now + 1000, ended)).toBe(0);
  },
);

test('nobody waits who was never signed out, and a session lasts from its first second on', async () => {
  expect(await waitAfterEnd(user, 5000, never)).toBe(0);
  expect(await isOver(user, 1, never)).toBe(false);
});

test('a new password ends sessions as signing out everywhere does', async () => {
  expect(await isOver({ ...user, sessionsFrom: 10_500 }, 10, never)).toBe(true);
  expect(await isOver({ ...user, sessionsFrom: 10_500 }, 11, never)).toBe(false);
});
