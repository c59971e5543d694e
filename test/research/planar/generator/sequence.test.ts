import { expect, test } from 'vitest';
import { sequenceScene } from '../../../../research/planar/generator/sequence.ts';
import { toTexture } from '../../../../research/planar/generator/texture.ts';

const FRAMES = 60;

test.each(['reflections', 'leaving and coming back'])(
  'two seeds of the kind "%s" give two scenes',
  (kind) => {
    const cornersOf = (seed: number) => sequenceScene(kind, seed, FRAMES, []).corners(40);
    expect(cornersOf(2)).not.toEqual(cornersOf(1));
  },
);

test.each(['gone for good', 'look-alikes'])(
  'of the kind "%s" nothing is in view in the second half',
  (kind) => {
    const { width, height, corners } = sequenceScene(kind, 1, FRAMES, []);
    const start = corners(0);
    expect(start.every((value, i) => value > 0 && value < (i % 2 ? height : width))).toBe(true);
    for (let frame = FRAMES / 2; frame < FRAMES; frame++) {
      const [xs, ys] = [0, 1].map((odd) => corners(frame).filter((_, i) => i % 2 === odd)) as [
        number[],
        number[],
      ];
      const outside =
        Math.max(...xs) < 0 || Math.min(...xs) > width || Math.max(...ys) < 0 || Math.min(...ys) > height;
      expect(outside).toBe(true);
    }
  },
);

test('a surface is in its scene once: no background shows the same picture', { tags: 'long' }, () => {
  const pictures = [1, 2].map((level) => toTexture(8, 8, new Float32Array(64).fill(level)));
  let both = 0;
  for (let seed = 0; seed < 16; seed++) {
    const { surface, background } = sequenceScene('mixed', seed, FRAMES, pictures);
    expect(background).not.toBe(surface);
    if (pictures.includes(surface) && pictures.includes(background)) both++;
  }
  expect(both).toBeGreaterThan(1);
});
