import type { Size } from '../../../shared/kernel/geometry/box.ts';
import { MOST_SOURCE_CHARACTERS, type PictureFile, pictureFile } from './picture-file.ts';
import { PixelCache } from './pixel-cache.ts';

/** A picture that is being decoded; its size is known. */
interface Loading extends Size {
  readonly state: 'loading';
}

interface Decoded extends Size {
  readonly state: 'decoded';
  readonly bitmap: ImageBitmap;
}

interface Refused {
  readonly state: 'refused';
  /** The page shown instead. */
  readonly reason: string;
}

export type OverlayImage = Loading | Decoded | Refused;

/** Larger pictures are refused; those that are decoded are made no larger than `KEPT_SIDE`. */
export const MOST_SIDE = 4096;
const KEPT_SIDE = 2048;
/** 128 MiB. */
const MOST_PIXELS = 32 * 1024 * 1024;

/** This much of a refused source is shown. */
const TOLD_CHARACTERS = 200;

/** The pictures of overlays, decoded when they are first drawn. */
export class OverlayImages implements Disposable {
  readonly #onChange: () => void;
  readonly #images = new PixelCache<string, OverlayImage>(
    MOST_PIXELS,
    (image) => image.state === 'decoded' && image.bitmap.close(),
  );
  #decoding: Promise<void> = Promise.resolve();
  #ended = false;

  /** @param onChange called when a picture has been decoded, so that it can be drawn */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  begin(): void {
    this.#images.begin();
  }

  get(source: string): OverlayImage {
    return this.#images.get(source) ?? this.#open(source);
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    this.#images.clear();
  }

  #open(source: string): OverlayImage {
    const file = pictureFile(source);
    const image = file === null ? refused(source) : this.#admit(source, file);
    if (image.state === 'refused') {
      // What has no room now may have it later.
      if (file === null || isTooLarge(file)) this.#images.set(source, image, 0);
    }
    return image;
  }

  #admit(source: string, file: PictureFile): OverlayImage {
    const { width, height } = file;
    if (isTooLarge(file))
      return { state: 'refused', reason: `A picture of ${width} × ${height} pixels is too large` };
    const pixels = keptPixels(file);
    if (!this.#images.makeRoom(pixels)) return { state: 'refused', reason: 'Too many pictures at once' };
    const loading: Loading = { state: 'loading', width, height };
    this.#images.set(source, loading, pixels);
    // One after the other: each takes memory for all of its pixels.
    this.#decoding = this.#decoding.then(() => this.#decode(source, file, loading));
    return loading;
  }

  async #decode(source: string, file: PictureFile, loading: Loading): Promise<void> {
    // Removed meanwhile: nothing has drawn it since.
    if (this.#ended || this.#images.get(source) !== loading) return;
    const image = await decoded(file);
    if (this.#ended || this.#images.get(source) !== loading) {
      if (image.state === 'decoded') image.bitmap.close();
      return;
    }
    this.#images.set(source, image, image.state === 'decoded' ? keptPixels(file) : 0);
    this.#onChange();
  }
}

const isTooLarge = ({ width, height }: Size): boolean => width > MOST_SIDE || height > MOST_SIDE;

const scaleOf = ({ width, height }: Size): number => Math.min(1, KEPT_SIDE / Math.max(width, height));

const keptPixels = (size: Size): number => size.width * size.height * scaleOf(size) ** 2;

async function decoded(file: PictureFile): Promise<Decoded | Refused> {
  try {
    const bitmap = await createImageBitmap(new Blob([file.bytes], { type: file.type }));
    const { width, height } = bitmap;
    if (!isAsTold(bitmap, file)) {
      bitmap.close();
      return { state: 'refused', reason: `A picture of ${width} × ${height} pixels that says another size` };
    }
    const kept = await shrunk(bitmap);
    return { state: 'decoded', bitmap: kept, width: kept.width, height: kept.height };
  } catch {
    return { state: 'refused', reason: 'This picture cannot be read' };
  }
}

/** Pictures may be turned by what their files say. */
const isAsTold = (bitmap: Size, { width, height }: Size): boolean =>
  (bitmap.width === width && bitmap.height === height) ||
  (bitmap.width === height && bitmap.height === width);

/** By the size that it has when decoded: one side of a turned picture is the other in its file. */
async function shrunk(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const scale = scaleOf(bitmap);
  if (scale === 1) return bitmap;
  const resizeWidth = Math.max(1, Math.round(bitmap.width * scale));
  const resizeHeight = Math.max(1, Math.round(bitmap.height * scale));
  try {
    return await createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  } finally {
    bitmap.close();
  }
}

/** Why a source that is no picture of the known formats is not shown: its address, or its type where it is a `data:` URL. */
function refused(source: string): Refused {
  if (!/^data:/i.test(source))
    return { state: 'refused', reason: source.slice(0, TOLD_CHARACTERS) || 'No picture yet' };
  if (source.length > MOST_SOURCE_CHARACTERS)
    return { state: 'refused', reason: 'This picture is too large' };
  const [head = ''] = source.split(/[;,]/, 1);
  return { state: 'refused', reason: `${head.slice(0, 60)}: no PNG, JPEG or WebP picture` };
}
