import { encodeJpeg } from './jpeg.ts';
import { fitWithin, resize } from './resize.ts';
import type { RgbImage } from './rgb-image.ts';

const MAX_SIDE = 640;

/** JPEG of a picture (in its displayed orientation), scaled down to fit 640 × 640 pixels. */
export async function thumbnail(image: RgbImage): Promise<Uint8Array> {
  const { width, height } = fitWithin(image, { width: MAX_SIDE, height: MAX_SIDE });
  return encodeJpeg(resize(image, width, height));
}
