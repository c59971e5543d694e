import { expect, test } from 'vitest';
import { keepAttempt, takeAttempt } from '../../../console/session/sign-in-attempt.ts';
import { memoryStorage } from './memory-storage.ts';

test('an attempt is good for one answer, and leaves nothing behind', () => {
  const storage = memoryStorage();
  const attempt = {
    verifier: 'v',
    state: 's',
    nonce: 'n',
    returnTo: '/keys',
    withPassword: false,
    server: { issuer: 'https://id.example' },
  };
  keepAttempt(storage, attempt);
  expect(takeAttempt(storage)).toEqual(attempt);
  expect(takeAttempt(storage)).toBeNull();
  expect(storage.length).toBe(0);
});
