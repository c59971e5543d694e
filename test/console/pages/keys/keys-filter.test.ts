import { expect, test } from 'vitest';
import { isListed } from '../../../../console/pages/keys/keys-filter.ts';
import type { ConsoleKey } from '../../../../shared/contract/schemas/console/key.ts';

const key = (name: string, state: ConsoleKey['state'] = 'active') =>
  ({ name, masked: 'vms_sk_ab3f…', state }) as ConsoleKey;

test.each([
  ['part of the name', 'Pipeline', 'line', true],
  ['another case', 'Pipeline', 'PIPE', true],
  ['another form of the same letters', 'Cafe\u0301', 'café', true],
  ['how the secret begins', 'Pipeline', 'sk_ab3', true],
  ['spaces around it', 'Pipeline', '  pipe ', true],
  ['something else', 'Pipeline', 'export', false],
])('a key is found by %s', (_, name, text, found) => {
  expect(isListed(key(name), text, 'active')).toBe(found);
});

test('keys that do not work are listed apart', () => {
  const keys = [key('a'), key('b', 'expired'), key('c', 'revoked')];
  const listed = (filter: 'active' | 'inactive' | 'all') =>
    keys.filter((one) => isListed(one, '', filter)).map(({ name }) => name);
  expect(listed('active')).toEqual(['a']);
  expect(listed('inactive')).toEqual(['b', 'c']);
  expect(listed('all')).toEqual(['a', 'b', 'c']);
});
