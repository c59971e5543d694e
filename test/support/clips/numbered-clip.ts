import type { RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder, type ClipOptions } from '../../../synthetic/clip-encoder.ts';

/** The number's 16 bits lie in a grid of 4×4 blocks, most significant first. Pixels: */
const blockWidth = 24;
const blockHeight = 16;

/** Size of a clip's pictures. */
export const numberedSize = { width: 4 * blockWidth, height: 4 * blockHeight };

export interface NumberedClipOptions extends Partial<ClipOptions> {
  readonly container: ClipOptions['container'];
  /** Presentation time of each frame, in ticks. */
  readonly ticks: readonly number[];
}

/** Writes a clip of {@link numberedSize} whose frame k shows the number k in black and white blocks. */
export async function numberedClip(file: string, { ticks, ...options }: NumberedClipOptions): Promise<void> {
  using encoder = await ClipEncoder.open(file, {
    ...numberedSize,
    ticksPerSecond: 30,
    ...options,
  });
  for (const [frame, tick] of ticks.entries()) {
    const next = ticks[frame + 1] ?? 2 * tick - (ticks[frame - 1] ?? tick - 1);
    await encoder.add(numberedPicture(frame), tick, next - tick);
  }
  await encoder.finish();
}

export function numberedPicture(number: number): RgbImage {
  const { width, height } = numberedSize;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = 15 - (Math.floor(y / blockHeight) * 4 + Math.floor(x / blockWidth));
      data.fill((number >> bit) & 1 ? 235 : 16, (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  }
  return { width, height, data };
}

/** The number that a decoded grayscale picture of {@link numberedSize} shows. */
export function shownNumber(gray: Uint8Array): number {
  let number = 0;
  for (let cell = 0; cell < 16; cell++) {
    const x = ((cell % 4) + 0.5) * blockWidth;
    const y = (Math.floor(cell / 4) + 0.5) * blockHeight;
    if ((gray[y * numberedSize.width + x] ?? 0) > 128) number |= 1 << (15 - cell);
  }
  return number;
}
