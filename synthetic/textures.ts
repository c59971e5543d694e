import { blankImage, type Rgb, type RgbImage } from '../shared/media/pictures/rgb-image.ts';
import { fractal, type Noise } from './noise.ts';
import type { Texture } from './sprite.ts';

const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
const lit = (colour: Rgb, light: number): Rgb => [
  Math.min(255, colour[0] * light),
  Math.min(255, colour[1] * light),
  Math.min(255, colour[2] * light),
];

/** Light on a sphere at (u, v): a lamp above to the left, and its highlight. */
function sphereLight(u: number, v: number): { diffuse: number; highlight: number } {
  const facing = -0.45 * u - 0.55 * v + 0.7 * Math.sqrt(Math.max(0, 1 - u * u - v * v));
  return { diffuse: 0.42 + 0.68 * Math.max(0, facing), highlight: Math.max(0, facing) ** 24 * 0.7 };
}

/** A disc textured as a ball. */
const ball =
  (surface: (u: number, v: number) => Rgb): Texture =>
  (u, v) => {
    if (u * u + v * v > 1) return null;
    const { diffuse, highlight } = sphereLight(u, v);
    return mixed(lit(surface(u, v), diffuse), [255, 255, 255], highlight);
  };

export const beachBall: Texture = ball((u, v) => {
  const [du, dv] = [u + 0.25, v + 0.3];
  if (Math.hypot(du, dv) < 0.16) return [244, 240, 232];
  const wedge = Math.floor((Math.atan2(dv, du) / Math.PI + 1) * 3);
  return [[226, 62, 52] as Rgb, [246, 240, 228] as Rgb, [240, 176, 40] as Rgb][wedge % 3] ?? [0, 0, 0];
});

export const planet = (noise: Noise): Texture => {
  const clouds = fractal(noise, 4);
  return ball((u, v) => {
    const band = 0.5 + 0.5 * Math.sin(v * 9 + 5 * clouds(u * 3 + 40, v * 3));
    return mixed([38, 84, 186], [150, 222, 240], band);
  });
};

/** A wooden crate: boards in a frame with a brace across. */
export const crate = (noise: Noise): Texture => {
  const grain = fractal(noise, 3);
  return (u, v) => {
    const frame = Math.max(Math.abs(u), Math.abs(v)) > 0.8;
    const brace = !frame && Math.abs(u - v) < 0.2;
    const board = (v + 1) * 2.5;
    const seam = !frame && !brace && board - Math.floor(board) < 0.1;
    const along = frame && Math.abs(u) > 0.8 ? grain(u * 22, v * 4) : grain(u * 4 + 90, v * 22);
    const wood = mixed([140, 88, 46], [204, 148, 88], along);
    if (seam) return lit(wood, 0.45);
    return lit(wood, frame || brace ? 1.16 : 0.9 - 0.06 * (Math.floor(board) % 2));
  };
};

/** A triangle, apex up, in warning stripes with a dark rim. */
export const warningSign: Texture = (u, v) => {
  const halfWidth = (v + 1) / 2;
  if (Math.abs(u) > halfWidth) return null;
  const shade = 1.06 - 0.14 * v;
  if (Math.abs(u) > halfWidth - 0.14 || v > 0.87) return lit([44, 38, 40], shade);
  const stripe = (u * 1.2 + v) * 3.2;
  return lit(stripe - Math.floor(stripe) < 0.5 ? [250, 204, 46] : [196, 66, 40], shade);
};

export const checkerCard = (noise: Noise): Texture => {
  const paper = fractal(noise, 3);
  return (u, v) => {
    const shade = 0.92 + 0.12 * paper(u * 8 + 7, v * 8) - 0.08 * (u + v) * 0.5;
    if (Math.max(Math.abs(u), Math.abs(v)) > 0.88) return lit([240, 238, 226], shade);
    const dark = (Math.floor((u + 1) * 3) + Math.floor((v + 1) * 2)) % 2 === 0;
    return lit(dark ? [26, 122, 92] : [196, 224, 178], shade);
  };
};

/** A wall in evening light: colours running into each other, plaster, fine grain, darker towards the corners. */
export function backdrop(width: number, height: number, noise: Noise, random: () => number): RgbImage {
  const image = blankImage(width, height);
  const plaster = fractal(noise, 5);
  const glow = fractal(noise, 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / height, y / height];
      const warm = Math.min(1, Math.max(0, v * 0.9 + 0.5 * glow(u * 1.3 + 3, v * 1.3) - 0.22));
      const vignette = 1.08 - 0.38 * ((x / width - 0.5) ** 2 + (v - 0.5) ** 2) * 2;
      const relief = 0.82 + 0.36 * plaster(u * 14, v * 14);
      const grain = (random() - 0.5) * 7;
      const colour = lit(mixed([70, 98, 128], [158, 132, 118], warm), vignette * relief);
      image.data.set([colour[0] + grain, colour[1] + grain, colour[2] + grain], (y * width + x) * 3);
    }
  }
  return image;
}
