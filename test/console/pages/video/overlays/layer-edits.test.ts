import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canMoveOverlay,
  changeLayer,
  findOverlay,
  fromKey,
  type Layers,
  moved,
  moveOverlay,
  moveToLayer,
  toKey,
  withOverlay,
} from '../../../../../console/pages/video/overlays/layer-edits.ts';

const layers: Layers = [
  { id: 'one', name: 'One', overlays: [{ id: 'a' }, { id: 'b' }] },
  { id: 'two', overlays: [{ id: 'a', name: 'of two' }] },
];

test('the name of an overlay comes back from the address, whatever its ids hold', () => {
  const id = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(id, id, (layer, overlay) => {
      expect(fromKey(toKey({ layer, overlay }))).toEqual({ layer, overlay });
    }),
  );
});

test.each(['', 'a', 'a/b/c', '%/a', 'a/%zz'])('%j is no name of an overlay', (key) => {
  expect(fromKey(key)).toBeNull();
});

describe('an overlay', () => {
  test('is found in its own layer, where others have the same id', () => {
    expect(findOverlay(layers, { layer: 'two', overlay: 'a' })).toEqual({ id: 'a', name: 'of two' });
    expect(findOverlay(layers, { layer: 'two', overlay: 'b' })).toBeUndefined();
  });

  test('is replaced in its place, added on top, or removed', () => {
    const name = { layer: 'one', overlay: 'a' };
    const ids = (changed: Layers) => changed.map(({ overlays }) => overlays.map(({ id }) => id));
    expect(withOverlay(layers, name, { id: 'a', name: 'new' })[0]?.overlays).toEqual([
      { id: 'a', name: 'new' },
      { id: 'b' },
    ]);
    expect(ids(withOverlay(layers, { layer: 'two', overlay: 'c' }, { id: 'c' }))).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(ids(withOverlay(layers, name, undefined))).toEqual([['b'], ['a']]);
    expect(ids(withOverlay(layers, { layer: 'two', overlay: 'b' }, undefined))).toEqual(ids(layers));
  });

  test.each([
    ['one', 'a', 1, true],
    ['one', 'a', -1, false],
    ['one', 'b', 1, false],
    ['one', 'b', -1, true],
    ['two', 'a', 1, false],
    ['two', 'b', -1, false],
    ['three', 'a', 1, false],
  ] as const)('of layer %s, %s, can be moved by %i: %s', (layer, overlay, by, can) => {
    expect(canMoveOverlay(layers, { layer, overlay }, by)).toBe(can);
  });

  test('makes its layer where that is missing, and nothing where it is missing itself', () => {
    const name = { layer: 'three', overlay: 'a' };
    expect(withOverlay(layers, name, { id: 'a' })[2]).toEqual({
      id: 'three',
      name: 'Overlays',
      overlays: [{ id: 'a' }],
    });
    expect(withOverlay(layers, name, undefined)).toEqual(layers);
  });

  test('moves within its layer only', () => {
    expect(moveOverlay(layers, { layer: 'one', overlay: 'a' }, 1)).toEqual([
      { id: 'one', name: 'One', overlays: [{ id: 'b' }, { id: 'a' }] },
      layers[1],
    ]);
  });
});

describe('to another layer', () => {
  const to = (overlay: string, layer: string) =>
    moveToLayer(layers, { layer: 'one', overlay }, layer, 'free');

  test('an overlay goes on top, as it is', () => {
    const { layers: moved, name } = to('b', 'two');
    expect(name).toEqual({ layer: 'two', overlay: 'b' });
    expect(moved.map(({ overlays }) => overlays)).toEqual([
      [{ id: 'a' }],
      [{ id: 'a', name: 'of two' }, { id: 'b' }],
    ]);
  });

  test('it has another id where its own is taken there', () => {
    const { layers: moved, name } = to('a', 'two');
    expect(name).toEqual({ layer: 'two', overlay: 'free' });
    expect(moved[1]?.overlays).toEqual([{ id: 'a', name: 'of two' }, { id: 'free' }]);
  });

  test.each([
    ['c', 'two'],
    ['a', 'three'],
    ['a', 'one'],
  ])(
    'nothing is moved where it or the layer is missing, or it is there already: %s to %s',
    (overlay, layer) => {
      expect(to(overlay, layer)).toEqual({ layers, name: { layer: 'one', overlay } });
    },
  );
});

test('what is at an end, or not there, stays where it is', () => {
  expect(moved(layers, 'one', -1)).toEqual(layers);
  expect(moved(layers, 'two', 1)).toEqual(layers);
  expect(moved(layers, 'three', 1)).toEqual(layers);
  expect(moved(layers, 'two', -1).map(({ id }) => id)).toEqual(['two', 'one']);
});

test('a change of a layer keeps what else it has', () => {
  expect(changeLayer(layers, 'one', { visible: false })).toEqual([
    { ...layers[0], visible: false },
    layers[1],
  ]);
});
