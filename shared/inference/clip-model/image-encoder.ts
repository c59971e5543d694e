import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { frameEncoder } from '../../vision/network/frame-encoder.ts';
import { centredOnSquare, type Picture } from '../../vision/picture/square-crop.ts';
import { InferenceError } from '../errors.ts';
import { type Embedder, openEmbedder } from './embedder.ts';
import type { ClipModel } from './manifest.ts';

const perChannel = z.array(z.number()).length(3);
const side = z.int().positive().max(1024);
/** Pillow's number of the bicubic filter. */
const BICUBIC = 3;

/** `preprocessor_config.json` of a CLIP model, in its older and its newer form. */
const preprocessor = z
  .looseObject({
    do_resize: z.literal(true),
    do_center_crop: z.literal(true),
    do_rescale: z.literal(true).default(true),
    do_normalize: z.literal(true),
    resample: z.literal(BICUBIC),
    rescale_factor: z
      .number()
      .positive()
      .default(1 / 255),
    size: z.union([side, z.looseObject({ shortest_edge: side }).transform((size) => size.shortest_edge)]),
    crop_size: z.union([
      side,
      z
        .looseObject({ width: side, height: side })
        .refine(({ width, height }) => width === height, 'must be a square')
        .transform(({ width }) => width),
    ]),
    image_mean: perChannel,
    image_std: perChannel.refine((std) => std.every((value) => value > 0)),
  })
  .refine(({ size, crop_size }) => size === crop_size, '`size` and `crop_size` must be equal');

export interface ImageEncoder extends Embedder<Picture> {
  /** Length of the longer side of the pictures that are embedded. */
  readonly side: number;
}

/**
 * The picture half of a CLIP model. A picture is put in the middle of a square of the mean colour, which the network
 * sees as zeros: the model's own centre crop would cut off the head and feet of a standing person.
 * @throws InferenceError MODEL_UNFIT
 */
export async function openImageEncoder({ paths }: ClipModel): Promise<ImageEncoder> {
  const { size, image_mean, image_std, rescale_factor } = await readPreprocessor(paths.preprocessor);
  const mean = image_mean.map((value) => value / rescale_factor);
  const std = image_std.map((value) => value / rescale_factor);
  const encoder = frameEncoder(size, size, { order: 'rgb', mean, std, pad: 0 });
  const pixels = (picture: Picture): Float32Array => {
    const planes = new Float32Array(3 * size * size);
    encoder.encode(centredOnSquare(picture, size, mean.map(Math.round)).data, size, size, planes);
    return planes;
  };
  const embedder = await openEmbedder<Picture>({
    path: paths.visionModel,
    output: 'image_embeds',
    feeds: (picture, inputs) =>
      Object.fromEntries(
        inputs.map((name) => [
          name,
          { type: 'float32', data: pixels(picture), dims: [1, 3, size, size] } as const,
        ]),
      ),
    example: { width: 1, height: 1, data: Uint8Array.of(255, 255, 255) },
  });
  return { ...embedder, side: size };
}

async function readPreprocessor(file: string) {
  try {
    return preprocessor.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new InferenceError('MODEL_UNFIT', `${file} does not say how to prepare pictures: ${reason}`, {
      cause,
    });
  }
}
