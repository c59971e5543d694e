import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../shared/domain/json/parse-json.ts';
import { roundedInteger } from '../../../shared/domain/json/rounded-integer.ts';

test.each([
  ['9007199254740993', [], '9007199254740992'],
  [' -9007199254740993', [], '-9007199254740992'],
  ['{"customData":{"id":1234567890123456789}}', ['customData', 'id'], '1234567890123456800'],
  ['[0, [1, {"a\\"b": 1, "n\\u0061me": [9007199254740993]}]]', ['1', '1', 'name', '0'], '9007199254740992'],
  ['{"text":"{[,9007199254740993","n":12345678901234567890123}', ['n'], '1.2345678901234568e+22'],
  // The double itself, which other readers would take for the shorter text that is given back.
  ['[12345678901234567168]', ['0'], '12345678901234567000'],
])('%s is an integer that a double does not give back', (text, path, kept) => {
  expect(roundedInteger(text)).toEqual({ path, kept, sent: expect.any(String) });
});

test.each([
  '[9007199254740991, 9007199254740992, -9007199254740994, 100000000000000000000, 1000000000000000000000000]',
  '{"9007199254740993": "9007199254740993", "x": "a 9007199254740993 \\" 9007199254740993"}',
  '[0.30000000000000004, 0.1000000000000000055511151231257827, 9007199254740993.5, 9007199254740993e0, 1e300]',
  '',
])('%s has none', (text) => {
  expect(roundedInteger(text)).toBeNull();
});

test('every integer that JavaScript wrote is given back, and of others all that are accepted', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
      const text = `{"a":[${integer}]}`;
      const written = JSON.stringify(JSON.parse(text));
      expect(roundedInteger(written.replace(/e\+/, 'e'))).toBeNull();
      // Read by a client with integers of any length.
      const isSame = /e/.test(written) || BigInt(/-?\d+/.exec(written)?.[0] ?? '') === integer;
      if (roundedInteger(text) === null) expect(isSame).toBe(true);
      else if (!/e/.test(written)) expect(isSame).toBe(false);
    }),
  );
});

test('a body with one is refused with its field', () => {
  const sent = '9007199254740993';
  expect(() => parseJson(`{"a":{"b":[1,${sent}]}}`)).toThrow(
    expect.objectContaining({
      code: 'INVALID_PARAMETER',
      field: 'a.b.1',
      message: expect.stringContaining('9007199254740992'),
      details: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, provided: sent },
    }),
  );
});
