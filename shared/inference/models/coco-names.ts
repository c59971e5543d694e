/** Names of COCO's categories, and what models that were trained in Darknet's tradition call them (`coco.names`). */
const DARKNET_NAMES: readonly (readonly [coco: string, darknet: string])[] = [
  ['airplane', 'aeroplane'],
  ['couch', 'sofa'],
  ['dining table', 'diningtable'],
  ['motorcycle', 'motorbike'],
  ['potted plant', 'pottedplant'],
  ['tv', 'tvmonitor'],
];

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  DARKNET_NAMES.flatMap(([coco, darknet]) => [
    [coco, darknet],
    [darknet, coco],
  ]),
);

/** What the other of the two traditions calls a category; undefined where it is called the same, or is none. */
export const otherCocoName = (label: string): string | undefined => OTHER_NAMES.get(label);
