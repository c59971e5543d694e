import { expect, test } from 'vitest';
import { fillRectangle } from '../../../cli/contact-sheet/draw.ts';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { blankImage, type RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import { frameMotion } from '../../../shared/vision/camera/frame-motion.ts';
import { lumaPyramid } from '../../../shared/vision/camera/luma-pyramid.ts';
import { IDENTITY, type Similarity } from '../../../shared/vision/camera/similarity.ts';
import { valueNoise } from '../../../synthetic/noise.ts';
import { backdrop } from '../../../synthetic/textures.ts';
import {
  cameraView,
  cornerError,
  type Exposure,
  type Gaze,
  motionBetween,
} from '../../support/clips/camera-view.ts';

const VIEW = { width: 416, height: 234 };
const MIDDLE: Gaze = { x: 400, y: 220, zoom: 1 };

const wall = (seed: number): RgbImage => {
  const random = seededRandom(seed);
  return backdrop(800, 440, valueNoise(random), random);
};
const WALL = wall(1);

/** Every view has noise of its own. */
const exposure = (seed: number): Exposure => ({ noise: 3, random: seededRandom(seed) });
const view = (gaze: Gaze, { seed = 1, ...changes }: Exposure & { seed?: number } = {}): RgbImage =>
  cameraView(WALL, gaze, VIEW, { ...exposure(seed), ...changes });

const motionOf = (earlier: RgbImage, later: RgbImage, objects: readonly Box[] = [], displayed = VIEW) => {
  const pyramid = ({ data, width, height }: RgbImage) => lumaPyramid(data, width, height);
  return frameMotion(pyramid(earlier), pyramid(later), objects, displayed);
};
const errorOf = (motion: Similarity | null, truth: Similarity): number =>
  motion ? cornerError(motion, truth, VIEW) : Number.POSITIVE_INFINITY;

test.each<[string, Partial<Gaze>, Exposure]>([
  ['a shake by a few pixels', { x: 403.3, y: 217.6 }, {}],
  ['a pan by a third of the picture', { x: 538 }, {}],
  ['a pan blurred by an eighth of its way', { x: 320 }, { blur: [-10, 0] }],
  ['a tilt by a third of the picture', { y: 142 }, {}],
  ['a zoom in to 1.3', { zoom: 1.3 }, {}],
  ['a zoom out to 1 / 1.3', { zoom: 1 / 1.3 }, {}],
  ['a pan while the light grows by a third', { x: 450 }, { gain: 1.33 }],
])('%s is known to a pixel at the corners', (_, gaze, light) => {
  const later = { ...MIDDLE, ...gaze };
  const { gain: __, ...shutter } = light;
  const motion = motionOf(view(MIDDLE, { seed: 1, ...shutter }), view(later, { seed: 2, ...light }));
  expect(errorOf(motion, motionBetween(MIDDLE, later, VIEW))).toBeLessThan(1);
});

test('a camera that stands still does so exactly, whatever the noise', () => {
  for (const seed of [2, 3, 4, 5]) expect(motionOf(view(MIDDLE), view(MIDDLE, { seed }))).toEqual(IDENTITY);
});

test('the motion is in pixels of the displayed frame, also where a model wants frames stretched', () => {
  const displayed = { width: 1280, height: 720 };
  const stretched = (gaze: Gaze) => {
    const { data } = cameraView(WALL, gaze, VIEW);
    const columns = Array.from({ length: 234 }, (_, x) => Math.floor((x * 416) / 234));
    const rows = Array.from({ length: 234 }, (_, y) => y);
    const square = rows.flatMap((y) =>
      columns.flatMap((x) => [...data.subarray((y * 416 + x) * 3).slice(0, 3)]),
    );
    return { width: 234, height: 234, data: Uint8Array.from(square) };
  };
  const later = { ...MIDDLE, x: 439, y: 204 };
  const motion = motionOf(stretched(MIDDLE), stretched(later), [], displayed);
  const truth = { scale: 1, x: (39 * 1280) / 416, y: (-16 * 720) / 234 };
  expect(motion && cornerError(motion, truth, displayed)).toBeLessThan(4);
});

test('logos, subtitles and bars stand still, and a pan is known all the same', () => {
  const later = { ...MIDDLE, x: 480 };
  const views = [view(MIDDLE), view(later, { seed: 2 })];
  for (const image of views) {
    fillRectangle(image, { x: 0, y: 0, width: 416, height: 22 }, [0, 0, 0]);
    fillRectangle(image, { x: 0, y: 212, width: 416, height: 22 }, [0, 0, 0]);
    for (let letter = 0; letter < 14; letter++) {
      const height = 6 + ((letter * 5) % 9);
      fillRectangle(image, { x: 100 + 15 * letter, y: 205 - height, width: 8, height }, [255, 255, 255]);
    }
  }
  const [from, to] = views as [RgbImage, RgbImage];
  expect(errorOf(motionOf(from, to), motionBetween(MIDDLE, later, VIEW))).toBeLessThan(1.5);
});

/** Lays a piece of another wall over a view, as it is seen when it is moved by `shift`. */
function cover(image: RgbImage, box: Box, shift: number): RgbImage {
  const piece = cameraView(
    wall(9),
    { x: 400 + shift, y: 220, zoom: 1 },
    { width: box.width, height: box.height },
  );
  for (let row = 0; row < box.height; row++)
    image.data.set(
      piece.data.subarray(row * box.width * 3, (row + 1) * box.width * 3),
      ((box.y + row) * image.width + box.x) * 3,
    );
  return image;
}

test('known objects have no vote: the camera stands still behind it', () => {
  const object = { x: 0, y: 0, width: 200, height: 234 };
  const [from, to] = [cover(view(MIDDLE), object, 0), cover(view(MIDDLE, { seed: 2 }), object, 30)];
  expect(motionOf(from, to, [object])).toEqual(IDENTITY);
});

test.each<[string, RgbImage, RgbImage]>([
  ['a blank wall', blankImage(416, 234, [90, 90, 90]), blankImage(416, 234, [92, 92, 92])],
  [
    'noise',
    cameraView(blankImage(8, 8, [128, 128, 128]), { x: 4, y: 4, zoom: 60 }, VIEW, exposure(1)),
    cameraView(blankImage(8, 8, [128, 128, 128]), { x: 4, y: 4, zoom: 60 }, VIEW, exposure(2)),
  ],
  ['another picture', view(MIDDLE), cameraView(wall(2), MIDDLE, VIEW, exposure(2))],
  [
    'two halves that move against each other',
    cover(view(MIDDLE), { x: 0, y: 0, width: 208, height: 234 }, 0),
    cover(view({ ...MIDDLE, x: 420 }), { x: 0, y: 0, width: 208, height: 234 }, -20),
  ],
  [
    'something textured in a corner before a blank wall',
    cover(blankImage(416, 234, [90, 90, 90]), { x: 20, y: 20, width: 110, height: 80 }, 0),
    cover(blankImage(416, 234, [90, 90, 90]), { x: 20, y: 20, width: 110, height: 80 }, 20),
  ],
  ['frames of a few pixels', blankImage(6, 4), blankImage(6, 4)],
  [
    'frames that are almost lines',
    cameraView(WALL, MIDDLE, { width: 800, height: 9 }),
    cameraView(WALL, MIDDLE, { width: 800, height: 9 }),
  ],
])('%s says nothing of the camera', (_, earlier, later) => {
  expect(motionOf(earlier, later)).toBeNull();
});

test('equal frames give equal motions', () => {
  const [from, to] = [view(MIDDLE), view({ x: 450, y: 230, zoom: 1.1 }, { seed: 2 })];
  expect(motionOf(from, to)).toEqual(motionOf(from, to));
});
