import { expect, test } from 'vitest';
import { idEnds } from '../../../cli/contact-sheet/object-shapes.ts';

test('ids that differ in their last four characters have these, short ones are whole', () => {
  expect(idEnds(['obj_3f2a91c00001', 'surface_k3x9', 'obj_1'])).toEqual(['0001', 'k3x9', 'obj_1']);
});

test('the ends are as long as needed to distinguish all', () => {
  expect(idEnds(['obj_3f2a91c00001', 'obj_3f2a91c00002', 'obj_77ab12d00001'])).toEqual([
    'c00001',
    'c00002',
    'd00001',
  ]);
  expect(idEnds(['obj_a0000000', 'obj_b0000000'])).toEqual(['a0000000', 'b0000000']);
});

test('an id that is the end of another, and no ids', () => {
  expect(idEnds(['surface_1', 'x_surface_1'])).toEqual(['surface_1', '_surface_1']);
  expect(idEnds([])).toEqual([]);
});
