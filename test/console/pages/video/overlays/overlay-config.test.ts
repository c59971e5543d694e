import { describe, expect, test } from 'vitest';
import { withAnchor } from '../../../../../console/pages/video/overlays/attach-overlay.ts';
import type { Overlay } from '../../../../../console/pages/video/overlays/layer-edits.ts';
import {
  CORE_TYPES,
  isResizable,
  keepsProportions,
  lackOf,
  newOverlay,
  placeOf,
  resized,
  withConfig,
  withPlace,
} from '../../../../../console/pages/video/overlays/overlay-config.ts';
import { CORE_CONFIGS } from '../../../../../shared/contract/schemas/core-overlays.ts';
import { overlay as overlaySchema } from '../../../../../shared/contract/schemas/metadata.ts';

const text: Overlay = {
  id: 'a',
  other: 1,
  position: { x: 0.2, y: 0.3, z: 4 },
  plugin: { type: 'core:text', config: { text: 'Hello', mine: 'kept' }, more: true },
};

/** Of everything that overlays lie on here. */
const wide = () => 16 / 9;

test('a new image lacks its picture, and nothing else lacks anything', () => {
  const image = newOverlay('core:image', 'a');
  expect(lackOf(image)).toBe('Choose a picture first.');
  expect(lackOf(withConfig(image, { source: 'data:image/png;base64,AA==' }))).toBeNull();
  for (const type of ['core:text', 'core:shape'] as const) expect(lackOf(newOverlay(type, 'a'))).toBeNull();
});

test.each(CORE_TYPES)('a new overlay of type %s is what its schema describes', (type) => {
  const made = newOverlay(type, 'a');
  expect(overlaySchema.parse(made)).toEqual(made);
  expect(CORE_CONFIGS[type].parse(made.plugin?.config)).toEqual(made.plugin?.config);
});

test('a change of a config keeps all other members, and takes away what becomes undefined', () => {
  expect(withConfig(text, { size: 0.1 })).toEqual({
    ...text,
    plugin: { type: 'core:text', config: { text: 'Hello', mine: 'kept', size: 0.1 }, more: true },
  });
  expect(withConfig(text, { text: undefined }).plugin?.config).toEqual({ mine: 'kept' });
});

describe('the place of an overlay', () => {
  test('is its position on the picture, and that of its anchor on an object', () => {
    expect(placeOf(text)).toEqual({ x: 0.2, y: 0.3 });
    const anchored = withAnchor(text, 'car', wide);
    expect(placeOf(anchored)).toEqual({ x: 0.5, y: 0.5 });
    const moved = withPlace(anchored, { x: 0.1, y: 0.9 });
    expect(moved.plugin?.config.anchor).toEqual({ object: 'car', x: 0.1, y: 0.9 });
    expect(moved.position).toEqual(text.position);
  });

  test('is the middle where the document does not say it', () => {
    expect(placeOf({ id: 'a' })).toEqual({ x: 0.5, y: 0.5 });
    expect(placeOf(withConfig(text, { anchor: { object: 'car', x: 'left' } }))).toEqual({ x: 0.5, y: 0.5 });
  });

  test('of another type is its position, whatever its config has', () => {
    const clock: Overlay = { id: 'a', plugin: { type: 'user:clock', config: { anchor: { object: 'car' } } } };
    const moved = withPlace(clock, { x: 0.1, y: 0.9 });
    expect(moved).toEqual({ ...clock, position: { x: 0.1, y: 0.9 } });
    expect(isResizable(clock)).toBe(false);
    expect(isResizable(text)).toBe(true);
  });

  test.each([
    ['core:text', { size: 0.08 }, { size: 0.15 }],
    ['core:image', { width: 0.3 }, { width: 0.8 }],
    ['core:shape', { width: 0.3, height: 0.3 }, { width: 0.8, height: 0.8 }],
  ] as const)(
    'gives one of type %s that no one has sized the size to begin with there',
    (type, free, fixed) => {
      const made = newOverlay(type, 'a');
      expect(made.plugin?.config).toMatchObject(free);
      const anchored = withAnchor(made, 'car', wide);
      expect(anchored.plugin?.config).toMatchObject(fixed);
      expect(withAnchor(withConfig(anchored, free), 'truck', wide).plugin?.config).toMatchObject(free);
      expect(withAnchor(anchored, undefined, wide)).toEqual(made);
    },
  );

  test('leaves a size that was chosen, and one that the document does not say', () => {
    const large = withConfig(newOverlay('core:shape', 'a'), { height: 0.5 });
    expect(withAnchor(large, 'car', wide).plugin?.config).toMatchObject({ width: 0.3, height: 0.5 });
    expect(withAnchor(text, 'car', wide).plugin?.config).not.toHaveProperty('size');
  });

  test('keeps what else a position has, and is free again without an anchor', () => {
    expect(withPlace(text, { x: 1 / 3, y: 0 }).position).toEqual({ x: 0.333333, y: 0, z: 4 });
    expect(withAnchor(withAnchor(text, 'car', wide), undefined, wide).plugin?.config).toEqual({
      text: 'Hello',
      mine: 'kept',
    });
  });
});

describe('a resized overlay', () => {
  const box = { width: 0.2, height: 0.1 };
  const config = (overlay: Overlay) => resized(overlay, box, { x: 2, y: 3 }).plugin?.config;

  test('of a text has other letters, of a shape another box, of an image its proportions', () => {
    expect(config(withConfig(text, { size: 0.1 }))).toMatchObject({ size: 0.3 });
    expect(config(newOverlay('core:shape', 'a'))).toMatchObject({ width: 0.4, height: 0.3 });
    expect(config(newOverlay('core:image', 'a'))).toEqual({ source: '', width: 0.4 });
    expect(config(withConfig(newOverlay('core:image', 'a'), { height: 0.1 }))).toMatchObject({
      width: 0.4,
      height: 0.3,
    });
  });

  test('stays with a point where that is given, on the picture and on an object', () => {
    const shape = newOverlay('core:shape', 'a');
    const corner = { x: 0.4, y: 0.45 };
    const larger = resized(shape, box, { x: 2, y: 3 }, corner);
    expect(placeOf(larger)).toEqual({ x: 0.6, y: 0.6 });
    expect(larger.plugin?.config).toMatchObject({ width: 0.4, height: 0.3 });
    expect(placeOf(resized(withAnchor(shape, 'car', wide), box, { x: 2, y: 3 }, corner))).toEqual({
      x: 0.6,
      y: 0.6,
    });
  });

  test('keeps its proportions where these are its own', () => {
    const image = newOverlay('core:image', 'a');
    expect([text, image, newOverlay('core:shape', 'a')].map(keepsProportions)).toEqual([true, true, false]);
    expect(keepsProportions(withConfig(image, { height: 0.2 }))).toBe(false);
  });

  test('can be seen, and be drawn', () => {
    const at = (by: number) => resized(newOverlay('core:shape', 'a'), box, { x: by, y: by }).plugin?.config;
    expect(at(0)).toMatchObject({ width: 0.002, height: 0.002 });
    expect(at(1e9)).toMatchObject({ width: 10, height: 10 });
  });
});
