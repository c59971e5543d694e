import { expect, test } from 'vitest';
import { printable, printableLines } from '../../cli/printable.ts';

test.each([
  ['an escape sequence', '\x1b[2J', '\\u001b[2J'],
  ['a control of C1', 'a\x9b31mb', 'a\\u009b31mb'],
  ['a new line', 'a\r\nb', 'a\\u000d\\u000ab'],
  ['a bell and a deletion', '\x07\x7f', '\\u0007\\u007f'],
  ['a separator of lines', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['an override of direction', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['an isolate of direction', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['a mark of direction', 'a\u200fb\u061c', 'a\\u200fb\\u061c'],
  ['a space without width', 'ad\u200bmin\ufeff', 'ad\\u200bmin\\ufeff'],
  ['a soft hyphen', 'ad\u00admin', 'ad\\u00admin'],
  ['a filler', '\u3164\u115f', '\\u3164\\u115f'],
  ['a tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['a note between lines', '\ufff9', '\\ufff9'],
  ['half a character', 'a\ud800b', 'a\\ud800b'],
  ['a joiner outside of words', ' \u200d\u200c1', ' \\u200d\\u200c1'],
  ['a second joiner', 'a\u200d\u200db', 'a\\u200d\\u200db'],
  ['a variation of a letter', 'a\ufe0fb\u{e0100}', 'a\\ufe0fb\\udb40\\udd00'],
])('%s is shown as an escape', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each([
  ['letters of all scripts', 'größer 日本語 עברית العربية हिन्दी'],
  ['joiners in Persian and Hindi', 'می\u200cخواهم क्\u200dष'],
  ['a family and a flag at sea', '👩\u200d👩\u200d👧 🏴\u200d☠\ufe0f'],
  ['skin tones and a profession', '👩🏽\u200d🚀'],
  ['a heart, a keycap and a flag', '❤\ufe0f 1\ufe0f⃣ 🇩🇪'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['an ideograph in its variation', '葛\u{e0100}'],
  ['accents put together', 'e\u0301'],
])('what is written stays: %s', (_, text) => {
  expect(printable(text)).toBe(text);
});

test('JSON stays the same JSON', () => {
  const value = { 'a\x1b\u202e': ['\x9b\u2028\ufeff\ud800', 'x\u200dy', '\u{e0041}'] };
  for (const json of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    const shown = printableLines(json);
    expect(JSON.parse(shown)).toEqual(value);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\ufeff]/);
  }
});

test('the layout of a text in lines stays', () => {
  expect(printableLines('a\n  b\x1b\n')).toBe('a\n  b\\u001b\n');
});
