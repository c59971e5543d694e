import { LIMITS } from '../../../../shared/contract/limits.ts';

/** What overlays can show. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** A picture that no overlay can hold; the message says why. */
export class UnusableImage extends Error {
  override readonly name = 'UnusableImage';
}

/** Sides of the picture that is tried, pixels, as long as it is too large. */
const SIDES = [1600, 1200, 900, 600, 400] as const;

/**
 * A file as the `data:` URL of an overlay. One that is too large, by its bytes or its pixels, is made smaller.
 * @throws UnusableImage
 */
export async function imageSource(file: Blob): Promise<string> {
  if (!IMAGE_TYPES.some((type) => type === file.type)) {
    throw new UnusableImage('Only PNG, JPEG and WebP pictures can be shown.');
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnusableImage('This picture cannot be read.');
  });
  try {
    const isSmall = Math.max(bitmap.width, bitmap.height) <= LIMITS.overlayImage.side;
    const whole = isSmall ? await usableUrl(file) : null;
    if (whole !== null) return whole;
    for (const side of SIDES) {
      const smaller = await usableUrl(await drawnAt(bitmap, side));
      if (smaller !== null) return smaller;
    }
    throw new UnusableImage('This picture is too large.');
  } finally {
    bitmap.close();
  }
}

/** WebP keeps transparency; browsers that cannot write it give PNG. */
async function drawnAt(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}

async function usableUrl(file: Blob): Promise<string | null> {
  // Base64 takes four characters for three bytes.
  if ((file.size * 4) / 3 + 100 > LIMITS.overlayImage.characters) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return `data:${file.type};base64,${btoa(text)}`;
}
