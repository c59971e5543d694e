import { expect, test } from 'vitest';
import { readPassword } from '../../../cli/commands/users.ts';

const context = (answers: readonly string[], stdin = '') => {
  const left = [...answers];
  return {
    isInteractive: answers.length > 0,
    askHidden: async () => left.shift() ?? '',
    readStdin: async () => stdin,
  };
};

test('where someone can be asked, the password is asked for twice, and must be the same', async () => {
  expect(await readPassword(context(['a secret', 'a secret']))).toBe('a secret');
  await expect(readPassword(context(['a secret', 'a secre']))).rejects.toThrow('do not match');
});

test.each([
  ['a secret\n', 'a secret'],
  ['a secret\r\n', 'a secret'],
  ['a secret', 'a secret'],
  [' a  secret \n\n', ' a  secret \n'],
])('%j on standard input is the password %j', async (stdin, password) => {
  expect(await readPassword(context([], stdin))).toBe(password);
});
