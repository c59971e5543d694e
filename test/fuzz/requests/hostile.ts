import fc from 'fast-check';

/** Texts known to break parsers, stores, paths, pages and spreadsheets. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '.',
  '..',
  '../',
  '..\\..\\x',
  '%2e%2e',
  '%2e%2e%2f',
  '%00',
  '%',
  '%zz',
  '%c0%ae',
  '/',
  '~',
  '*',
  "' OR 1=1 --",
  '=cmd',
  '@SUM(1+1)*cmd',
  '<svg onload=alert(1)>',
  '"><script>alert(1)</script>',
  '{{7*7}}',
  '%s%n%x',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$delete',
  '$ref',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '0',
  '-1',
  '1e400',
  '1e3',
  '9007199254740993',
  '0x10',
  '١٢',
  '\u{1F4A9}',
  'e\u0301',
  '\u202Egpj.4pm',
  '\uFEFF',
  '\uFFFF',
  '\uD800',
  'x\uDC00y',
  '\r\nX-Injected: 1',
  'x'.repeat(255),
  'x'.repeat(256),
  '\u{1F4A9}'.repeat(128),
  'x'.repeat(3000),
] as const;

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

/** A character that no generated text contains; marks text that is written into JSON verbatim. */
const MARK = '\u{10FFFE}';

/** A value that `toJson` writes verbatim as this text. */
export const raw = (text: string): string => `${MARK}${text}${MARK}`;

/** JSON, with the texts marked by `raw` written verbatim. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(new RegExp(`"${MARK}(.*?)${MARK}"`, 'gu'), (_, text: string) =>
    JSON.parse(`"${text}"`),
  );

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -1e308, 5e-324, [], {}, [[]], [null]),
  fc.constantFrom(
    raw('-0'),
    raw('1e400'),
    raw('-1e400'),
    raw('9007199254740993'),
    raw('0.1000000000000000055511151231257827'),
    raw('"\\ud800"'),
    raw('"\\u0000"'),
    raw('NaN'),
    raw('01'),
    raw('{"a":1,"a":2}'),
    raw('{"__proto__":{"polluted":true}}'),
    raw(nested(60)),
    raw(nested(65)),
    raw(nested(5000)),
    raw(`[${'0,'.repeat(20_000)}0]`),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
