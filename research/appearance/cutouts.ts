import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { resize } from '../../shared/media/pictures/resize.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';

/** A person or thing cut from a picture, with its copies of half, a quarter, … of the size. */
export interface Cutout {
  /** Name of the picture that it was cut from. */
  readonly source: string;
  readonly person: boolean;
  readonly levels: readonly RgbImage[];
}

/** What the clips are made of. The parts share neither pictures nor, so, identities. */
export interface Material {
  readonly cutouts: readonly Cutout[];
  readonly backgrounds: readonly RgbImage[];
}

interface Golden {
  readonly images: Readonly<
    Record<string, Readonly<Record<'picodet_s_416_coco', readonly GoldenDetection[]>>>
  >;
}
interface GoldenDetection {
  readonly label: string;
  readonly score: number;
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
}

const SURE_SCORE = 0.5;
/** Smaller ones show too little. */
const LEAST_HEIGHT = 80;
const LEAST_WIDTH = 25;
/** Photographs differ in exposure and white balance, the people of one video do not: this share of it is taken out. */
const HARMONISED = 0.5;
const USUAL_LEVEL = 105;

/** @param folder with `golden.json` and `images` */
export async function readMaterial(folder: string, part: 'fit' | 'judge'): Promise<Material> {
  const golden = JSON.parse(readFileSync(path.join(folder, 'golden.json'), 'utf8')) as Golden;
  const cutouts: Cutout[] = [];
  const backgrounds: RgbImage[] = [];
  const names = Object.keys(golden.images).sort();
  for (const [i, name] of names.entries()) {
    if ((i % 2 === 0) !== (part === 'fit')) continue;
    const picture = await decodeJpeg(readFileSync(path.join(folder, 'images', `${name}.jpg`)));
    if (picture.width > picture.height) backgrounds.push(picture);
    for (const { label, score, box } of golden.images[name]?.picodet_s_416_coco ?? []) {
      const [left, top, right, bottom] = box.map(Math.round) as [number, number, number, number];
      if (score < SURE_SCORE || bottom - top < LEAST_HEIGHT || right - left < LEAST_WIDTH) continue;
      const cut = harmonised(crop(picture, left, top, right, bottom));
      cutouts.push({ source: name, person: label === 'person', levels: pyramid(cut) });
    }
  }
  return { cutouts, backgrounds };
}

function crop(picture: RgbImage, left: number, top: number, right: number, bottom: number): RgbImage {
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(picture.width, right) - x0, Math.min(picture.height, bottom) - y0];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((y0 + y) * picture.width + x0) * 3;
    data.set(picture.data.subarray(from, from + width * 3), y * width * 3);
  }
  return { width, height, data };
}

function harmonised({ width, height, data }: RgbImage): RgbImage {
  const sums = [0, 0, 0];
  data.forEach((value, i) => {
    sums[i % 3] = (sums[i % 3] ?? 0) + value;
  });
  const gains = sums.map((sum) => (USUAL_LEVEL / Math.max(20, (3 * sum) / data.length)) ** HARMONISED);
  const changed = Uint8ClampedArray.from(data, (value, i) => value * (gains[i % 3] ?? 1));
  return { width, height, data: new Uint8Array(changed.buffer) };
}

function pyramid(image: RgbImage): RgbImage[] {
  const levels = [image];
  for (let last = image; last.width > 8 && last.height > 8; ) {
    last = resize(last, Math.ceil(last.width / 2), Math.ceil(last.height / 2));
    levels.push(last);
  }
  return levels;
}
