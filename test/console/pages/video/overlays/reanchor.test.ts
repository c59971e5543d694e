import { expect, test } from 'vitest';
import type { Layers } from '../../../../../console/pages/video/overlays/layer-edits.ts';
import { reanchorLayers } from '../../../../../console/pages/video/overlays/reanchor.ts';

const onObject = (id: string, object: string, type = 'core:shape') => ({
  id,
  plugin: { type, config: { width: 0.3, anchor: { object, x: 0.1, y: 0.2 } } },
});

test('overlays that lie on an object lie on the other at the same place; others stay as they are', () => {
  const free = { id: 'free', position: { x: 0.5, y: 0.5 } };
  const layers: Layers = [
    { id: 'one', name: 'One', overlays: [onObject('a', 'old'), free] },
    { id: 'two', overlays: [onObject('b', 'third'), onObject('c', 'old')] },
  ];
  expect(reanchorLayers(layers, 'old', 'new')).toEqual([
    { id: 'one', name: 'One', overlays: [onObject('a', 'new'), free] },
    { id: 'two', overlays: [onObject('b', 'third'), onObject('c', 'new')] },
  ]);
});

test('layers in which nothing is attached to the object are the same; so are anchors of types that are not known', () => {
  const layers: Layers = [{ id: 'one', overlays: [onObject('a', 'other'), onObject('b', 'old', 'acme:ad')] }];
  expect(reanchorLayers(layers, 'old', 'new')).toBe(layers);
});
