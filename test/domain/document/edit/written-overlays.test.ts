import { expect, test } from 'vitest';
import type { Layer, Overlay } from '../../../../shared/contract/schemas/metadata.ts';
import { writtenOverlays } from '../../../../shared/service/editing/require-plugin-configs.ts';

const overlay = (id: string, size = 1): Overlay => ({ id, plugin: { type: 'user:a', config: { size } } });
const layer = (id: string, ...overlays: Overlay[]): Layer => ({ id, overlays });

const pathsOf = (before: Layer[], after: Layer[]) =>
  writtenOverlays(before, after).map(({ path }) => path.join('.'));

test('an overlay that is added or changed is written, with its path', () => {
  const before = [layer('l', overlay('same'), overlay('other'))];
  const after = [layer('l', overlay('same'), overlay('other', 2), overlay('new'))];
  expect(pathsOf(before, after)).toEqual(['layers.l.overlays.other', 'layers.l.overlays.new']);
});

test('a change outside of the configuration counts, too', () => {
  const named = { ...overlay('o'), name: 'Named' };
  expect(pathsOf([layer('l', overlay('o'))], [layer('l', named)])).toEqual(['layers.l.overlays.o']);
});

test('reordered, rewritten or removed overlays are not', () => {
  const before = [layer('l', overlay('a'), overlay('b'), overlay('c')), layer('m', overlay('a'))];
  const after = [layer('m', overlay('a')), { ...layer('l', overlay('c'), overlay('a')), name: 'Renamed' }];
  expect(pathsOf(before, after)).toEqual([]);
});

test('an overlay in another layer is another one', () => {
  const before = [layer('l', overlay('a')), layer('m')];
  expect(pathsOf(before, [layer('l'), layer('m', overlay('a'))])).toEqual(['layers.m.overlays.a']);
  expect(pathsOf([], [layer('toString', overlay('a'))])).toEqual(['layers.toString.overlays.a']);
});
