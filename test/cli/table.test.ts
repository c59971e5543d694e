import { describe, expect, test, vi } from 'vitest';
import { clipped, formatBytes, formatDuration, visibleLength } from '../../cli/format.ts';
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

describe('in a terminal that is too narrow', () => {
  const id = '01a21c45-a7b5-79f0-9359-31cd1718e11c';
  const rows = [
    { id, name: 'A name that goes on and on', reason: 'short', at: '2026-11-27T09:34:02.169Z' },
    {
      id,
      name: 'Café 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 and more',
      reason: 'The file is a Matroska file (MKV). Convert it.',
      at: '',
    },
  ];
  const at = (room?: number): string[] =>
    table(
      rows,
      [
        { title: 'ID', cell: (row) => row.id },
        { title: 'NAME', cell: (row) => row.name, narrow: 'cut' },
        { title: 'AT', cell: (row) => row.at, narrow: 'drop' },
        { title: 'REASON', cell: (row) => row.reason, narrow: 'cut' },
      ],
      room,
    ).split('\n');
  const whole = at();
  const widest = Math.max(...whole.map(visibleLength));

  test('the widest texts are cut, between characters as people see them, and ids are not', () => {
    expect(at(widest)).toEqual(whole);
    const [title, first, second] = at(widest - 30);
    expect(title).toMatch(/^ID +NAME +AT +REASON$/);
    expect(first).toMatch(/^\S{36} {2}A name that .*… {2}2026-11-27T09:34:02.169Z {2}short$/);
    expect(second).toMatch(/^\S{36} {2}Café 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 and m.* {28}The file is .*…$/u);
    expect(visibleLength(second ?? '')).toBe(widest - 30);
  });

  test('columns that may be left out are, and are named', () => {
    const lines = at(70);
    expect(lines[0]).toMatch(/^ID +NAME +REASON$/);
    for (const line of lines.slice(1, 3)) expect(line.startsWith(id)).toBe(true);
    expect(lines[3]).toBe('Left out here: AT (--json has all).');
  });

  test.each([140, 120, 100, 80, 60])('lines fit %i characters', (room) => {
    for (const line of at(room)) expect(visibleLength(line)).toBeLessThanOrEqual(room);
  });
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
