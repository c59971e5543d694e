import { describe, expect, test } from 'vitest';
import type { Sections } from '../../../../shared/domain/document/document.ts';
import { conflictingPaths } from '../../../../shared/domain/document/edit/conflicting-paths.ts';
import { sampleSections } from '../documents.ts';

const base = sampleSections();
const [l1, l2] = base.layers;
if (l1 === undefined || l2 === undefined) throw new Error('The sample has two layers.');
const [o1, o2, o3] = l1.overlays;
if (o1 === undefined || o2 === undefined || o3 === undefined) throw new Error('They have three overlays.');

const moved = {
  ...base,
  layers: [{ ...l1, overlays: [o1, { ...o2, position: { x: 0.75, y: 0.5 } }, o3] }, l2],
};

const conflicts = (before: Partial<Sections>, now: Partial<Sections>, paths: string[]): string[] =>
  conflictingPaths(
    before,
    now,
    paths.map((path) => path.split('/')),
  );

describe('conflictingPaths', () => {
  test('reports a path changed by both, and leaves out its neighbours', () => {
    const paths = [
      'layers/l1/overlays/o2/position/x',
      'layers/l1/overlays/o2/position/y',
      'layers/l1/overlays/o2/name',
      'layers/l1/overlays/o1/position/x',
      'layers/l2',
    ];
    expect(conflicts({ layers: base.layers }, moved, paths)).toEqual(['/layers/l1/overlays/o2/position/x']);
  });

  test('reports a removal of something edited below', () => {
    expect(conflicts(base, moved, ['layers/l1', 'layers/l2'])).toEqual(['/layers/l1']);
  });

  test('reports an edit of something removed above, additions to it included', () => {
    const paths = ['layers/l1/overlays/o2/position/x', 'layers/l1/overlays/o9', 'layers/l2/name'];
    expect(conflicts(base, { layers: [l2] }, paths)).toEqual([
      '/layers/l1/overlays/o2/position/x',
      '/layers/l1/overlays/o9',
    ]);
  });

  test('reports an id both have added', () => {
    const added = { variables: [...base.variables, { id: 'v3', value: 3 }] };
    expect(conflicts(base, added, ['variables/v3', 'variables/v3', 'variables/v4'])).toEqual([
      '/variables/v3',
    ]);
  });

  test('does not mistake a new order of a list for a change of its entries', () => {
    expect(conflicts(base, { layers: [l2, l1] }, ['layers/l1', 'layers/l2/name'])).toEqual([]);
  });

  test('looks into unknown top-level members, one called "extra" among them', () => {
    const before = { extra: { theme: { dark: true }, extra: 1, 'a/b~': 1 } };
    const now = { extra: { theme: { dark: false }, extra: 2, 'a/b~': 2 } };
    const paths = [['theme', 'dark'], ['theme', 'font'], ['extra'], ['a/b~']];
    expect(conflictingPaths(before, now, paths)).toEqual(['/theme/dark', '/extra', '/a~1b~0']);
  });

  test('takes names of Object.prototype for the members they are not', () => {
    expect(conflicts(base, moved, ['objects/toString/userLabel', 'constructor'])).toEqual([]);
  });

  test('answers with at most 100 pointers of at most 1,000 characters', () => {
    const long = 'k'.repeat(600);
    const numbers = Array.from({ length: 150 }, (_, i) => String(i));
    const before = { extra: { deep: { [long]: { [long]: 1 } } } };
    expect(conflictingPaths(before, { extra: {} }, [['deep', long, long]])).toEqual([`/deep/${long}`]);
    const many = { extra: Object.fromEntries(numbers.map((name) => [name, 1])) };
    expect(
      conflictingPaths(
        many,
        { extra: {} },
        numbers.map((name) => [name]),
      ),
    ).toHaveLength(100);
  });
});
