import { expect, test } from 'vitest';
import { lineOf, nextRecord } from './retained/record.ts';
import { newestRelease, problemsOf } from './retained/rules.ts';

const KEYS = [{ AttributeName: 'id', KeyType: 'HASH' }];
const index = (IndexName: string, attribute = 'a') => ({
  IndexName,
  KeySchema: [{ AttributeName: attribute, KeyType: 'HASH' }],
});
const table = (properties: object = {}) =>
  lineOf('AWS::DynamoDB::GlobalTable', 'videos1', '', {
    KeySchema: KEYS,
    Attributes: { id: 'S' },
    ...properties,
  });
const bucket = lineOf('AWS::S3::Bucket', 'Media1', '', { DeletionPolicy: 'Retain' });
const released = (...lines: string[]): string => nextRecord('', lines, '1.1.0');

/** A changelog with these entries under headings: of what is not released, of 1.1.0 and of 1.0.0. */
const changelog = (entries: Record<string, Record<string, string>> = {}): string =>
  ['Unreleased', '1.1.0', '1.0.0']
    .map((release) => {
      const parts = Object.entries(entries[release] ?? {}).map(([head, text]) => `### ${head}\n- ${text}\n`);
      return `## [${release}]\n\n${parts.join('\n')}`;
    })
    .join('\n');

const problems = (before: string, lines: string[], entries = {}): string[] =>
  problemsOf(nextRecord(before, lines, '1.1.0'), changelog(entries));

test('the newest release is the first of the changelog that has a version', () => {
  expect(newestRelease(changelog())).toBe('1.1.0');
  expect(newestRelease('## [Unreleased]\n')).toBe('none');
});

test('the record keeps what was released until there is another release, and marks what has changed since', () => {
  const first = released(bucket, table());
  const changed = table({ KeySchema: [] });
  const next = nextRecord(first, [bucket, changed], '1.1.0');
  expect(next.split('\n')).toEqual(['release 1.1.0', `new ${changed}`, `was ${table()}`, bucket, '']);
  expect(nextRecord(next, [bucket, changed], '1.1.0')).toBe(next);
  expect(nextRecord(next, [bucket, table()], '1.1.0')).toBe(first);
  expect(nextRecord(next, [bucket, changed], '1.2.0').split('\n')).toEqual([
    'release 1.2.0',
    changed,
    bucket,
    '',
  ]);
});

test('what is new, and what is as it was, needs no entry', () => {
  expect(problems(released(bucket), [bucket, table({ GlobalSecondaryIndexes: [index('a')] })])).toEqual([]);
});

test.each([
  ['other keys', table({ KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }] })],
  ['another type of a key', table({ Attributes: { id: 'N' } })],
  ['a name of its own', table({ TableName: 'videos' })],
  ['data that is no longer kept', table({ DeletionPolicy: 'Delete' })],
])('a table with %s is replaced: an entry names it', (_, changed) => {
  const before = released(table());
  expect(problems(before, [changed])).toEqual(['videos1 is replaced: no entry in CHANGELOG.md names it']);
  expect(problems(before, [changed], { Unreleased: { Changed: 'Moves `videos1`.' } })).toEqual([]);
  expect(problems(before, [changed], { '1.0.0': { Changed: 'Moves `videos1`.' } })).toHaveLength(1);
});

test('a table may get a stream, but neither another one nor none', () => {
  const streaming = (StreamViewType: string): string => table({ StreamSpecification: { StreamViewType } });
  expect(problems(released(table()), [streaming('NEW_IMAGE')])).toEqual([]);
  for (const changed of [streaming('KEYS_ONLY'), table()])
    expect(problems(released(streaming('NEW_IMAGE')), [changed])).toHaveLength(1);
});

test('what is removed has been deprecated by an earlier release', () => {
  const before = released(table(), bucket);
  const Removed = 'The bucket `Media1`.';
  expect(problems(before, [table()])).toHaveLength(2);
  expect(problems(before, [table()], { Unreleased: { Removed } })).toEqual([
    'Media1 is removed: no earlier release has it under "Deprecated"',
  ]);
  const both = { Deprecated: 'The bucket `Media1`.', Removed };
  expect(problems(before, [table()], { Unreleased: both })).toHaveLength(1);
  const earlier = { Unreleased: { Removed }, '1.0.0': { Deprecated: 'The bucket `Media1`.' } };
  expect(problems(before, [table()], earlier)).toEqual([]);
});

test('an update adds or removes one index of a table, and changes none under its name', () => {
  const withIndexes = (...indexes: object[]): string => table({ GlobalSecondaryIndexes: indexes });
  const before = released(withIndexes(index('a')));
  const entry = { Unreleased: { Changed: 'Indexes of `videos1`.' } };
  expect(problems(before, [withIndexes(index('a'), index('b'))])).toEqual([]);
  expect(problems(before, [withIndexes(index('a'), index('b'), index('c'))], entry)).toEqual([
    'videos1 has more than one change of its indexes',
  ]);
  expect(problems(before, [withIndexes(index('a', 'other'))], entry)).toEqual([
    'videos1/a is changed: give it another name',
  ]);
  expect(problems(before, [withIndexes()])).toHaveLength(2);
  const removed = {
    Unreleased: { Removed: '`videos1/a`' },
    '1.1.0': { Deprecated: 'Nothing asks `videos1/a` any more.' },
  };
  expect(problems(before, [withIndexes()], removed)).toEqual([]);
});

test('before the first release an entry is enough', () => {
  const first = nextRecord('', [bucket, table()], 'none');
  const next = nextRecord(first, [table({ GlobalSecondaryIndexes: [index('a'), index('b')] })], 'none');
  expect(problemsOf(next, '## [Unreleased]\n')).toHaveLength(2);
  const entries = '## [Unreleased]\n\n### Changed\n- `videos1`\n\n### Removed\n- `Media1`\n';
  expect(problemsOf(next, entries)).toEqual([]);
});
