import { expect, test } from 'vitest';
import { markersSince } from '../../../shared/service/restore/deleted-since.ts';

const AT = 1_000_000;

/** What happened to an object, in order: `+` a version, `-` a delete marker, each with its second from the moment. */
function since(...events: readonly (readonly ['+' | '-', number])[]): string[] {
  const entries = events.map(([kind, seconds], index) => ({
    kind,
    modifiedAt: AT + seconds * 1000,
    versionId: String(index),
  }));
  const of = (wanted: '+' | '-') => entries.filter(({ kind }) => kind === wanted).toReversed();
  const isDeleted = events.at(-1)?.[0] === '-';
  return markersSince({ key: 'k', isDeleted, versions: of('+'), markers: of('-') }, AT);
}

test('an object that was there and was deleted since is brought back by all the markers upon it, newest first', () => {
  expect(since(['+', -9], ['-', 3])).toEqual(['1']);
  expect(since(['+', -9], ['-', 3], ['-', 5])).toEqual(['2', '1']);
});

test('an object that is there, was deleted before, or came later is left as it is', () => {
  expect(since(['+', -9])).toEqual([]);
  expect(since(['+', -9], ['-', 3], ['+', 4])).toEqual([]);
  expect(since(['+', -9], ['-', -3])).toEqual([]);
  expect(since(['+', -9], ['-', -3], ['-', 3])).toEqual([]);
  expect(since(['+', 1], ['-', 3])).toEqual([]);
});

test('within the second of the moment an upload counts as before it, and a deletion as after it', () => {
  expect(since(['+', 0], ['-', 3])).toEqual(['1']);
  expect(since(['+', -9], ['-', 0])).toEqual(['1']);
  expect(since(['+', 0], ['-', 0])).toEqual(['1']);
});

test('of an upload and a deletion within a second before it the deletion came later', () => {
  expect(since(['+', -5], ['-', -5], ['-', 4])).toEqual([]);
});
