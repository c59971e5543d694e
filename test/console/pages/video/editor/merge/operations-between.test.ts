import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationsBetween } from '../../../../../../console/pages/video/editor/merge/operations-between.ts';
import { jsonEqual } from '../../../../../../shared/domain/json/json.ts';
import { applyOperations, readOperations } from '../../../../../../shared/domain/json/json-patch.ts';
import { jsonDocument } from './json-documents.ts';

const entries = (...ids: string[]) => ids.map((id) => ({ id }));

test('applied by the service, the operations make the second document of the first', () => {
  fc.assert(
    fc.property(jsonDocument, jsonDocument, (before, after) => {
      const operations = readOperations(operationsBetween(before, after), []);
      expect(applyOperations(before, operations, [])).toEqual(after);
    }),
    { numRuns: 1000 },
  );
});

test('there are none exactly when the documents are equal', () => {
  fc.assert(
    fc.property(jsonDocument, jsonDocument, (before, after) => {
      expect(operationsBetween(before, after).length === 0).toBe(jsonEqual(before, after));
    }),
  );
});

describe('an operation reaches no further than the change', () => {
  test.each<[string, unknown, unknown, unknown[]]>([
    ['a member', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ op: 'replace', path: '/a/c', value: 3 }]],
    ['a member to null', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    [
      'an entry of a list',
      { l: [{ id: 'x' }, { id: 'y', n: 1 }] },
      { l: [{ id: 'x' }, { id: 'y', n: 2 }] },
      [{ op: 'replace', path: '/l/1/n', value: 2 }],
    ],
    [
      'an entry that moved',
      entries('a', 'b', 'c'),
      entries('c', 'a', 'b'),
      [{ op: 'move', from: '/2', path: '/0' }],
    ],
    [
      'entries that were removed',
      entries('a', 'b', 'c'),
      entries('b'),
      [
        { op: 'remove', path: '/2' },
        { op: 'remove', path: '/0' },
      ],
    ],
  ])('%s', (_, before, after, operations) => {
    expect(operationsBetween(before, after)).toEqual(operations);
  });
});
