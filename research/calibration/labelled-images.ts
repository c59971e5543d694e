import * as z from 'zod';
import { CommandFailure } from '../../cli/failures.ts';
import type { Box } from '../../shared/kernel/geometry/box.ts';

/** An object that people have marked in a picture. */
export interface LabelledBox {
  readonly label: string;
  /** Pixels of the picture. */
  readonly box: Box;
  /** A box around many objects that are not marked one by one: what is found within is neither right nor wrong. */
  readonly crowd: boolean;
}

export interface LabelledImage {
  /** Path below the folder of pictures. */
  readonly file: string;
  readonly boxes: readonly LabelledBox[];
}

export interface LabelledSet {
  /** All that was looked for, found in a picture or not. */
  readonly labels: ReadonlySet<string>;
  readonly images: readonly LabelledImage[];
}

const side = z.number().positive();

/** What is needed of COCO's format for object detection (https://cocodataset.org/#format-data); the rest is ignored. */
const cocoAnnotations = z.object({
  images: z.array(z.object({ id: z.int(), file_name: z.string().min(1) })).min(1),
  annotations: z.array(
    z.object({
      image_id: z.int(),
      category_id: z.int(),
      bbox: z.tuple([z.number(), z.number(), side, side]),
      iscrowd: z.union([z.literal(0), z.literal(1)]).default(0),
    }),
  ),
  categories: z.array(z.object({ id: z.int(), name: z.string().min(1) })).min(1),
});

/**
 * Reads annotations in COCO's format.
 * @param name what errors call the file
 * @throws CommandFailure naming the file and the first thing that is wrong
 */
export function readLabelledSet(text: string, name: string): LabelledSet {
  const { images, annotations, categories } = parse(text, name);
  requireUnique(images, name, 'images');
  requireUnique(categories, name, 'categories');
  const labels = new Map(categories.map((category) => [category.id, category.name]));
  const boxes = new Map<number, LabelledBox[]>(images.map(({ id }) => [id, []]));
  for (const [index, { image_id, category_id, bbox, iscrowd }] of annotations.entries()) {
    const label = labels.get(category_id);
    const ofImage = boxes.get(image_id);
    if (label === undefined) refuse(name, `annotations.${index}`, `there is no category ${category_id}`);
    if (ofImage === undefined) refuse(name, `annotations.${index}`, `there is no image ${image_id}`);
    const [x, y, width, height] = bbox;
    ofImage.push({ label, box: { x, y, width, height }, crowd: iscrowd === 1 });
  }
  return {
    labels: new Set(labels.values()),
    images: images.map(({ id, file_name }) => ({ file: file_name, boxes: boxes.get(id) ?? [] })),
  };
}

function requireUnique(entries: readonly { readonly id: number }[], name: string, place: string): void {
  const seen = new Set<number>();
  for (const [index, { id }] of entries.entries()) {
    if (seen.has(id)) refuse(name, `${place}.${index}`, `another one has the id ${id}`);
    seen.add(id);
  }
}

function parse(text: string, name: string): z.output<typeof cocoAnnotations> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure('ANNOTATIONS_INVALID', `${name} is not JSON.`, { cause });
  }
  const result = cocoAnnotations.safeParse(data);
  if (result.success) return result.data;
  const [flaw] = result.error.issues;
  return refuse(name, flaw?.path.join('.') || 'the file', flaw?.message ?? 'is invalid');
}

function refuse(name: string, place: string, flaw: string): never {
  throw new CommandFailure('ANNOTATIONS_INVALID', `${name}: ${place}: ${flaw}`);
}
