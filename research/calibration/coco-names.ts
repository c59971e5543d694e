import { otherCocoName } from '../../shared/inference/models/unknown-labels.ts';
import type { LabelledSet } from './labelled-images.ts';

/** The set with labels by which the model knows them, where it has COCO's categories under other names. */
export function inNamesOf(known: ReadonlySet<string>, { labels, images }: LabelledSet): LabelledSet {
  const nameOf = (label: string): string => {
    const other = known.has(label) ? undefined : otherCocoName(label);
    return other !== undefined && known.has(other) ? other : label;
  };
  return {
    labels: new Set([...labels].map(nameOf)),
    images: images.map(({ file, boxes }) => ({
      file,
      boxes: boxes.map((box) => ({ ...box, label: nameOf(box.label) })),
    })),
  };
}
