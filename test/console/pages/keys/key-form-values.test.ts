import { describe, expect, test } from 'vitest';
import {
  expiryMoment,
  keyFormErrors,
  keyRequestOf,
  NEW_KEY,
  nextName,
  proposedFor,
} from '../../../../console/pages/keys/key-form-values.ts';
import { type ConsoleKey, keyRequest } from '../../../../shared/contract/schemas/console/key.ts';

const VIDEO = { value: '0b4c2f52-7f0e-4b1e-9a55-0d2f9f9f2a11', label: 'A video' };
const named = { ...NEW_KEY, name: 'Pipeline' };

describe('a new key', () => {
  test('is asked for as the contract has it', () => {
    expect(keyFormErrors(named)).toEqual({});
    const request = keyRequestOf({ ...named, name: '  Pipeline ', reach: 'some', videos: [VIDEO] }, 'old');
    expect(request).toEqual({
      name: 'Pipeline',
      scopes: ['project:read'],
      projectIds: [VIDEO.value],
      expiresInDays: 90,
      replaces: 'old',
    });
    expect(keyRequest.safeParse(request).success).toBe(true);
  });

  test('for chosen videos cannot be sent without any, and never becomes one for all', () => {
    expect(keyFormErrors({ ...named, reach: 'some' })).toHaveProperty('videos');
    expect(keyRequestOf({ ...named, reach: 'some' }, undefined).projectIds).toEqual([]);
  });

  test('for all videos is not restricted to those that had been chosen before', () => {
    expect(keyRequestOf({ ...named, videos: [VIDEO] }, undefined).projectIds).toBeNull();
  });

  test.each(['', '   ', 'two\nlines', '\u202eevil', 'x'.repeat(256)])('cannot be called %j', (name) => {
    expect(keyFormErrors({ ...named, name })).toHaveProperty('name');
  });

  test('needs a permission', () => {
    expect(keyFormErrors({ ...named, scopes: [] })).toHaveProperty('scopes');
  });

  test('ends when the form says, or never', () => {
    expect(expiryMoment('30', 0)).toBe(30 * 86_400_000);
    expect(expiryMoment('never', 0)).toBeNull();
    expect(keyRequestOf({ ...named, expiry: 'never' }, undefined).expiresInDays).toBeNull();
  });
});

describe('the replacement of a key', () => {
  const old = { name: 'Old', scopes: ['export:read'], projectIds: null } as unknown as ConsoleKey;

  test('is proposed with the next name, the same permissions and reach', () => {
    expect(proposedFor(old, [])).toMatchObject({ name: 'Old (2)', scopes: ['export:read'], reach: 'all' });
  });

  test.each([
    ['Pipeline', 'Pipeline (2)'],
    ['Pipeline (2)', 'Pipeline (3)'],
    ['Pipeline (9)', 'Pipeline (10)'],
    ['(2)', '(2) (2)'],
    ['', ' (2)'],
    [`${'x'.repeat(255)}`, `${'x'.repeat(251)} (2)`],
    [`${'x'.repeat(250)}\u{1F3AC}yy`, `${'x'.repeat(250)} (2)`],
  ])('%j is followed by %j', (name, next) => {
    expect(nextName(name)).toBe(next);
    expect(nextName(name).length).toBeLessThanOrEqual(255);
  });

  test('leaves out deleted videos, and is not unrestricted when all of them are', () => {
    const restricted = { ...old, projectIds: ['gone', VIDEO.value] };
    expect(proposedFor(restricted, [VIDEO])).toMatchObject({ reach: 'some', videos: [VIDEO] });
    const nothing = proposedFor(restricted, []);
    expect(nothing.reach).toBe('some');
    expect(keyFormErrors(nothing)).toHaveProperty('videos');
  });
});
