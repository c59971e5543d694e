import type { RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import type { Similarity } from '../../../shared/vision/camera/similarity.ts';

/** A camera's position over a flat picture: the point at the centre of its view, and view pixels per picture pixel. */
export interface Gaze {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Exposure {
  /** Pixels of the picture that the camera passes while the shutter is open, centred on its position. */
  readonly blur?: readonly [x: number, y: number];
  /** The sensor's response to a level. */
  readonly gain?: number;
  /** Standard deviation of the sensor's noise, in levels; drawn from `random`. */
  readonly noise?: number;
  readonly random?: () => number;
}

/** Samples along a side of a pixel, and along the path of a motion-blurred one. */
const SAMPLES = 2;
const BLUR_SAMPLES = 8;

/** What a camera sees of a flat picture; its edge pixels extend beyond its edges. */
export function cameraView(
  picture: RgbImage,
  gaze: Gaze,
  { width, height }: { readonly width: number; readonly height: number },
  { blur: [blurX, blurY] = [0, 0], gain = 1, noise = 0, random = Math.random }: Exposure = {},
): RgbImage {
  const moments = blurX === 0 && blurY === 0 ? 1 : BLUR_SAMPLES;
  const data = new Uint8ClampedArray(width * height * 3);
  const pixel = new Float64Array(3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      pixel.fill(0);
      for (let k = 0; k < moments * SAMPLES ** 2; k++) {
        const moment = moments === 1 ? 0 : Math.floor(k / SAMPLES ** 2) / (moments - 1) - 0.5;
        const u = x + ((k % SAMPLES) + 0.5) / SAMPLES - width / 2;
        const v = y + ((Math.floor(k / SAMPLES) % SAMPLES) + 0.5) / SAMPLES - height / 2;
        addColour(
          picture,
          gaze.x + blurX * moment + u / gaze.zoom,
          gaze.y + blurY * moment + v / gaze.zoom,
          pixel,
        );
      }
      for (let c = 0; c < 3; c++) {
        const grain = noise > 0 ? noise * normal(random) : 0;
        data[at + c] = (gain * (pixel[c] as number)) / (moments * SAMPLES ** 2) + grain;
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** Maps the later view onto the earlier, both of the given size. */
export function motionBetween(
  earlier: Gaze,
  later: Gaze,
  { width, height }: { readonly width: number; readonly height: number },
): Similarity {
  const scale = earlier.zoom / later.zoom;
  return {
    scale,
    x: (1 - scale) * (width / 2) + earlier.zoom * (later.x - earlier.x),
    y: (1 - scale) * (height / 2) + earlier.zoom * (later.y - earlier.y),
  };
}

/** The greatest distance between the positions to which two motions map a corner of a view. */
export function cornerError(
  a: Similarity,
  b: Similarity,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => [x, y] as const));
  return Math.max(
    ...corners.map(([x, y]) =>
      Math.hypot((a.scale - b.scale) * x + a.x - b.x, (a.scale - b.scale) * y + a.y - b.y),
    ),
  );
}

/** Bilinear interpolation between pixel centres. */
function addColour({ width, height, data }: RgbImage, x: number, y: number, sum: Float64Array): void {
  const u = Math.min(width - 1, Math.max(0, x - 0.5));
  const v = Math.min(height - 1, Math.max(0, y - 0.5));
  const left = Math.min(width - 2, Math.floor(u));
  const top = Math.min(height - 2, Math.floor(v));
  const [right, down] = [u - left, v - top];
  for (let c = 0; c < 3; c++) {
    const at = (top * width + left) * 3 + c;
    const above = (data[at] as number) * (1 - right) + (data[at + 3] as number) * right;
    const below =
      (data[at + width * 3] as number) * (1 - right) + (data[at + width * 3 + 3] as number) * right;
    sum[c] = (sum[c] as number) + above * (1 - down) + below * down;
  }
}

/** Box and Muller, 1958. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
