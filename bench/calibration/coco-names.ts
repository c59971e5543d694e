import type { LabelledSet } from './labelled-images.ts';

/** Names of COCO's categories, and what models that were trained in Darknet's tradition call them (`coco.names`). */
const DARKNET_NAMES: Readonly<Record<string, string>> = {
  airplane: 'aeroplane',
  couch: 'sofa',
  'dining table': 'diningtable',
  motorcycle: 'motorbike',
  'potted plant': 'pottedplant',
  tv: 'tvmonitor',
};

/** The set with labels by which the model knows them, where it has COCO's classes under Darknet's names. */
export function inNamesOf(known: ReadonlySet<string>, { labels, images }: LabelledSet): LabelledSet {
  const nameOf = (label: string): string => {
    const other = known.has(label) ? undefined : DARKNET_NAMES[label];
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
