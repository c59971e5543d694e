import { expect, test, vi } from 'vitest';
import { clipped, formatBytes, formatDuration } from '../../cli/format.ts';
import { fields, table } from '../../cli/table.ts';

test('columns are as wide as their widest cell; numbers are aligned right', () => {
  const rows = [
    { name: 'cat', count: 7 },
    { name: 'größer', count: 120 },
  ];
  const text = table(rows, [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'N', cell: ({ count }) => String(count), align: 'right' },
  ]);
  expect(text).toBe('NAME      N\ncat       7\ngrößer  120');
});

test('names given by users cannot move the cursor, colour the screen or break the lines', () => {
  const text = table(['\x1b[2Jevil\nname\u202e'], [{ title: 'NAME', cell: (name) => name }]);
  expect(text).toBe('NAME\n\\u001b[2Jevil\\u000aname\\u202e');
  expect(fields([['Name', 'a\rb']])).toBe('Name  a\\u000db');
});

test('long names are cut between characters as people see them', () => {
  expect(clipped('abc', 3)).toBe('abc');
  expect(clipped('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).toBe('👩‍👩‍👧…');
});

test('of a long text, only the visible part is examined', () => {
  const { segment } = Intl.Segmenter.prototype;
  let looked = 0;
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (this: Intl.Segmenter, text) {
    const segments = segment.call(this, text);
    return Object.assign(Object.create(segments), {
      *[Symbol.iterator]() {
        for (const each of segments) {
          looked++;
          yield each;
        }
      },
    });
  });
  expect(clipped('x'.repeat(1000), 8)).toBe('xxxxxxx…');
  expect(looked).toBe(9);
  vi.restoreAllMocks();
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [99_499, '99.5 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10 * 2 ** 30, '10.7 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0.0 s'],
  [59.94, '59.9 s'],
  [59.99, '1:00'],
  [60, '1:00'],
  [3599.6, '1:00:00'],
  [3725, '1:02:05'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
