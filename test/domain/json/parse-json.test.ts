import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/contract/errors.ts';
import { parseJson } from '../../../shared/domain/json/parse-json.ts';

const codeOf = (text: string): string => {
  try {
    parseJson(text);
    return 'accepted';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
};

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parseJson', () => {
  test('reads valid JSON exactly as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(codeOf(text) !== 'INVALID_PARAMETER');
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('refuses valid JSON only for the reasons it names', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const forbidden = /"__proto__"\s*:/.test(text);
        const halves = /\\u[dD]/.test(text);
        fc.pre(!forbidden && !halves);
        expect(codeOf(text)).toBe('accepted');
      }),
    );
  });

  test('answers any text with a value or an ApiError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0d81eE+-.nulltrue ') }),
        ),
        (text) => {
          expect(['accepted', 'INVALID_JSON', 'INVALID_PARAMETER']).toContain(codeOf(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('allows 64 containers inside one another and not one more', () => {
    expect(codeOf(nested(64))).toBe('accepted');
    expect(() => parseJson(nested(65))).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', details: { min: 0, max: 64, provided: 65 } }),
    );
    expect(codeOf(`{"a":${nested(63)}}`)).toBe('accepted');
    expect(codeOf(`{"a":${nested(64)}}`)).toBe('INVALID_PARAMETER');
  });

  test('does not count brackets inside strings', () => {
    expect(parseJson(JSON.stringify({ a: `\\"${nested(500)}\\` }))).toEqual({ a: `\\"${nested(500)}\\` });
  });

  test('survives a megabyte of opening brackets', () => {
    expect(codeOf('['.repeat(1 << 20))).toBe('INVALID_PARAMETER');
    expect(codeOf('{"a":'.repeat(1 << 18))).toBe('INVALID_PARAMETER');
  });

  test.each([
    '{"__proto__":{"polluted":1}}',
    '{"a":[{"__proto__":{}}]}',
    '{"\\u005f_proto__":1}',
    '[1e400]',
    '[-1e400]',
    '{"a":"\\ud800"}',
    '{"\\udc00":1}',
    '"\\ude00\\ud83d"',
  ])('refuses %s', (text) => {
    expect(codeOf(text)).toBe('INVALID_PARAMETER');
  });

  test.each([
    '{"a":"__proto__"}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"toString":1,"hasOwnProperty":null}',
    '{"a":"\\ud83d\\ude00"}',
    '{"a":1,"a":2}',
    '\uFEFF{"a":1}',
    '9007199254740992',
    '"\\u0000"',
    '1e-400',
  ])('accepts %s', (text) => {
    expect(codeOf(text)).toBe('accepted');
  });

  test.each(['', ' ', '{', '{"a":}', '[1,]', '{a:1}', 'NaN', '01', "{'a':1}", '[1]]', '"\n"', '\uFEFF'])(
    'calls %j invalid JSON',
    (text) => {
      expect(codeOf(text)).toBe('INVALID_JSON');
    },
  );

  test('names where the refused value lies', () => {
    expect(() => parseJson('{"a":[0,{"b":"\\ud800"}]}')).toThrow(expect.objectContaining({ field: 'a.1.b' }));
  });

  test.each([
    ['1e999', 'Infinity'],
    ['-1e999', '-Infinity'],
  ])('reports %s, which no double holds, as out of range', (text, provided) => {
    const range = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, provided };
    expect(() => parseJson(`{"a":[0,{"b":${text}}]}`)).toThrow(
      expect.objectContaining({ field: 'a.1.b', details: range }),
    );
  });

  test('calls what is no JSON at all the body', () => {
    expect(() => parseJson('{')).toThrow(expect.objectContaining({ code: 'INVALID_JSON', field: 'body' }));
  });
});
