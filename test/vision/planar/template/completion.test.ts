import { expect, test } from 'vitest';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { CELL_SAMPLES, cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { compare, emptyComparison } from '../../../../shared/vision/planar/template/comparison.ts';
import { complete, emptyCompletion } from '../../../../shared/vision/planar/template/completion.ts';
import { emptyTemplate, learn } from '../../../../shared/vision/planar/template/template.ts';

const SIZE = 64;
const grid = cellGrid(1, 32);
/** The grid, whose coordinates go from -1 to 1, over the middle half of the picture: a sample a pixel. */
const map = Float64Array.of(16, 0, 32, 0, 16, 32, 0, 0, 1);

function shown(data: Uint8Array): FramePyramid {
  const pyramid = new FramePyramid(SIZE, SIZE);
  pyramid.fill({ width: SIZE, height: SIZE, data }, { left: 0, top: 0, right: SIZE, bottom: SIZE });
  return pyramid;
}

function picture(seed: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length: SIZE * SIZE }, () => 255 * random());
}
const flat = new Uint8Array(SIZE * SIZE).fill(120);

/** What a surface that looked like the first picture has learnt after frames of it and of what came then. */
function learnt(first: Uint8Array, fits: number, then: Uint8Array, frames: number): Float32Array {
  const template = emptyTemplate(grid);
  learn(template, shown(first), map);
  const [completion, comparison] = [emptyCompletion(template), emptyComparison(grid)];
  for (let frame = 0; frame < fits + frames; frame++) {
    compare(comparison, template, shown(frame < fits ? first : then), map);
    complete(completion, template, comparison);
  }
  return template.samples.slice(0, CELL_SAMPLES);
}

const looks = (data: Uint8Array): Float32Array => {
  const template = emptyTemplate(grid);
  learn(template, shown(data), map);
  return template.samples.slice(0, CELL_SAMPLES);
};

test('what was covered when the surface was marked is learnt once it has shown the same for long enough', () => {
  expect(learnt(picture(1), 0, picture(2), 7)).toEqual(looks(picture(1)));
  expect(learnt(picture(1), 0, picture(2), 20)).toEqual(looks(picture(2)));
});

test('what comes to stand before a surface is never learnt, on textured parts of it and on flat ones', () => {
  for (const first of [picture(1), flat]) expect(learnt(first, 4, picture(2), 60)).toEqual(looks(first));
});
