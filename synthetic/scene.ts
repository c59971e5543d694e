import { seededRandom } from '../shared/kernel/random/seeded-random.ts';
import type { RgbImage } from '../shared/media/pictures/rgb-image.ts';
import { valueNoise } from './noise.ts';
import { drawSprite, renderSprite, type Sprite, type Texture } from './sprite.ts';
import { backdrop, beachBall, checkerCard, crate, planet, warningSign } from './textures.ts';

export type Shape = 'disc' | 'rectangle' | 'triangle';

/** A box in fractions of the frame; (x, y) is its top left corner. */
export interface FractionBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Centre of an object in fractions of the frame, at a moment from 0 (first frame) to 1 (end of the clip). */
type Path = (moment: number) => readonly [x: number, y: number];

interface Actor {
  readonly shape: Shape;
  readonly sprite: Sprite;
  readonly path: Path;
}

/** A picture and where each object's visible part is in it: null where it is outside. */
interface RenderedScene {
  readonly image: RgbImage;
  readonly boxes: readonly (FractionBox | null)[];
}

const between = (a: number, b: number, t: number): number => a + (b - a) * t;
const wave = (turns: number): number => Math.sin(2 * Math.PI * turns);

/**
 * Five objects before a wall: two whose paths cross, one that stays, one that leaves by the left edge, one that
 * enters by the right edge later. Everything random comes from the seed.
 */
export class Scene {
  readonly shapes: readonly Shape[];
  readonly #background: RgbImage;
  readonly #actors: readonly Actor[];

  constructor(width: number, height: number, seed: number) {
    const random = seededRandom(seed);
    const noise = valueNoise(random);
    this.#background = backdrop(width, height, noise, random);
    const vary = (value: number): number => value + (random() - 0.5) * 0.04;
    const actor = (shape: Shape, size: [number, number], texture: Texture, path: Path): Actor => {
      const [offsetX, offsetY] = [vary(0), vary(0)];
      return {
        shape,
        sprite: renderSprite(Math.round(size[0] * height), Math.round(size[1] * height), texture),
        path: (moment) => {
          const [x, y] = path(moment);
          return [x + offsetX, y + offsetY];
        },
      };
    };
    this.#actors = [
      actor('rectangle', [0.28, 0.26], crate(noise), (t) => [
        between(0.88, 0.1, t),
        0.56 + 0.04 * wave(2 * t),
      ]),
      actor('triangle', [0.27, 0.24], warningSign, (t) => [
        0.5 + 0.28 * wave(0.8 * t + 0.1),
        0.17 + 0.02 * wave(2 * t),
      ]),
      actor('rectangle', [0.32, 0.2], checkerCard(noise), (t) => [between(0.32, -0.14, t / 0.65), 0.85]),
      actor('disc', [0.25, 0.25], beachBall, (t) => [between(0.1, 0.9, t), 0.54 - 0.07 * wave(1.5 * t)]),
      actor('disc', [0.2, 0.2], planet(noise), (t) => [
        between(1.1, 0.42, (t - 0.3) / 0.7),
        0.86 - 0.05 * wave(t),
      ]),
    ];
    this.shapes = this.#actors.map(({ shape }) => shape);
  }

  at(moment: number): RenderedScene {
    const { width, height, data } = this.#background;
    const image = { width, height, data: Uint8Array.from(data) };
    const boxes = this.#actors.map(({ sprite, path }) => {
      const [x, y] = path(moment);
      const [left, top] = [x * width - sprite.width / 2, y * height - sprite.height / 2];
      drawSprite(image, sprite, left, top);
      return visibleBox(left, top, sprite, image);
    });
    return { image, boxes };
  }
}

function visibleBox(left: number, top: number, sprite: Sprite, image: RgbImage): FractionBox | null {
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)];
  const x1 = Math.min(image.width, left + sprite.width);
  const y1 = Math.min(image.height, top + sprite.height);
  if (x1 <= x0 || y1 <= y0) return null;
  return {
    x: x0 / image.width,
    y: y0 / image.height,
    width: (x1 - x0) / image.width,
    height: (y1 - y0) / image.height,
  };
}
