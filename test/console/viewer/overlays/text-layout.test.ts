import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINE_HEIGHT, layOutText, PADDING } from '../../../../console/viewer/overlays/text-layout.ts';

/** Every code unit is one em wide. */
const widthOf = (text: string): number => text.length;
const linesOf = (text: string, wrap: number): string[] =>
  layOutText({ text }, wrap, widthOf).lines.map((line) => line.text);

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 3, ['one', 'two', 'thr', 'ee']],
  ['one\ntwo\r\n\nthree', 20, ['one', 'two', '', 'three']],
  ['one   two', 4, ['one', 'two']],
  ['  one', 9, ['  one']],
])('%j breaks at %i into %j', (text, wrap, lines) => {
  expect(linesOf(text, wrap)).toEqual(lines);
});

test('a grapheme is never broken', () => {
  const family = '👩‍👩‍👧';
  expect(linesOf(family.repeat(3), family.length + 1)).toEqual([family, family, family]);
});

test('each paragraph has the direction of its first letter', () => {
  const { lines } = layOutText({ text: 'abc שלום\nשלום abc\n123 سلام\n!!!' }, 99, widthOf);
  expect(lines.map(({ direction }) => direction)).toEqual(['ltr', 'rtl', 'rtl', 'ltr']);
});

test('the plate is as wide as the longest line, and as high as all of them', () => {
  expect(layOutText({ text: 'a\nabc' }, 9, widthOf)).toMatchObject({
    width: 3 + 2 * PADDING,
    height: 2 * LINE_HEIGHT,
  });
});

test('no letter is lost, and no line is wider than allowed but for a single character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀', 'é'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (given, wrap) => {
      const lines = linesOf(given, wrap);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
      for (const line of lines) expect(line.trim().length).toBeLessThanOrEqual(Math.max(wrap, 2));
    }),
  );
});

test('so many lines that nobody can read them are cut', () => {
  expect(linesOf('a\n'.repeat(1000), 5)).toHaveLength(100);
});

test.each([
  ['one long word', 'x'.repeat(2000)],
  ['single letters', 'x '.repeat(1000)],
  ['words', 'some words '.repeat(180)],
])('of a long text, %s, few characters are measured, wherever it breaks', (_, text) => {
  for (const wrap of [0, 1, 10, 100, 1000, 1998, 1999, 2000, 1e9]) {
    let measured = 0;
    // Less than its letters side by side, as with pairs that stand closer.
    layOutText({ text }, wrap, (part) => {
      measured += part.length > 12 ? part.length : 0;
      return part.length - part.length ** 2 / 1e5;
    });
    expect(measured).toBeLessThan(20 * text.length);
  }
});
