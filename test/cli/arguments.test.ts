import { expect, test } from 'vitest';
import { flag, parseArguments, value } from '../../cli/arguments.ts';
import { UsageError } from '../../cli/failures.ts';
import { integer, listOf, number, oneOf, text } from '../../cli/values.ts';

const options = {
  watch: flag(''),
  fps: value('N', '', number(1, 30)),
  page: value('N', '', integer(1, 100)),
  labels: value('A,B', '', listOf(text)),
  format: value('F', '', oneOf(['native', 'json'])),
};
const operands = { required: ['id'], more: { name: 'FILE', max: 1 } } as const;
const parse = (...args: string[]) => parseArguments(args, operands, options);

test('options and operands come in any order, options with the type they have', () => {
  const { operands, more, options } = parse('--fps', '2.5', 'v1', '--watch', 'x.mp4', '--labels=a, b');
  expect(operands).toEqual({ id: 'v1' });
  expect(more).toEqual(['x.mp4']);
  expect(options).toEqual({
    watch: true,
    fps: 2.5,
    labels: ['a', 'b'],
    page: undefined,
    format: undefined,
  });
});

test.each([
  ['an unknown option', ['v1', '--speed', '3'], "Unknown option '--speed'."],
  ['an option without its value', ['v1', '--fps'], "Option '--fps <value>' argument missing."],
  [
    'a value that looks like an option',
    ['v1', '--fps', '-x'],
    `Option '--fps' argument is ambiguous. Write a value that begins with a dash as "--fps=-…".`,
  ],
  ['a negative number', ['v1', '--fps', '-3'], '--fps must be a number from 1 to 30, not "-3".'],
  ['a missing operand', ['--watch'], 'ID is missing.'],
  ['a surplus operand', ['v1', 'a', 'b'], '"b" is not expected here.'],
  ['a number out of range', ['v1', '--fps', '31'], '--fps must be a number from 1 to 30, not "31".'],
  ['a malformed number', ['v1', '--fps', '1e1'], '--fps must be a number from 1 to 30, not "1e1".'],
  ['a fraction', ['v1', '--page', '1.5'], '--page must be a whole number from 1 to 100, not "1.5".'],
  ['an option with two values', ['v1', '--page', '1', '--page=2'], '--page is given more than once.'],
  [
    'an option that has the same value twice',
    ['v1', '--page', '1', '--page', '1'],
    '--page is given more than once.',
  ],
  ['an empty entry of a list', ['v1', '--labels', 'a,,b'], '--labels must not be empty.'],
  ['no choice of those given', ['v1', '--format', 'avi'], '--format must be one of native, json, not "avi".'],
])('%s is a usage error that names it', (_, args, message) => {
  expect(() => parse(...args)).toThrow(new UsageError(message));
});

test('a flag may be repeated: it says the same', () => {
  expect(parse('v1', '--watch', '--watch').options.watch).toBe(true);
});

test('what follows -- is an operand, whatever it looks like', () => {
  expect(parse('--', '--odd-id').operands.id).toBe('--odd-id');
});
