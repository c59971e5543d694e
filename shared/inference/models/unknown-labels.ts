import type { Model } from './manifest.ts';

/** Labels of one message, and characters of each: what a client sends must not make it long. */
const MOST_NAMED = 10;
const LONGEST_NAMED = 32;

/** The labels that a model does not know. */
export const unknownLabels = ({ labels: known }: Model, labels: readonly string[]): string[] => [
  ...new Set(labels.filter((label) => !known.includes(label))),
];

/** What a model calls a label: the same, written otherwise, or by COCO's other name; undefined where it does not know it. */
export function nameIn({ labels: known }: Model, label: string): string | undefined {
  if (known.includes(label)) return label;
  const plain = label.trim().toLowerCase();
  const other = otherCocoName(plain);
  return known.find((name) => [plain, other].includes(name.toLowerCase()));
}

/** One line about labels that a model does not know, each with the one that may be meant. */
export function describeUnknown(model: Model, unknown: readonly string[]): string {
  const named = listed(unknown, (label) => {
    const meant = nameIn(model, label);
    return meant === undefined ? quoted(label) : `${quoted(label)} (did you mean ${quoted(meant)}?)`;
  });
  return `${model.id} does not know the label${unknown.length > 1 ? 's' : ''} ${named}.`;
}

/** Labels as a message names them, the first of them where there are many. */
export function listed(
  labels: readonly string[],
  write: (label: string) => string = (label) => quoted(label),
): string {
  const rest = labels.length - MOST_NAMED;
  const named = labels.slice(0, MOST_NAMED).map(write).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function quoted(label: string): string {
  const characters = Array.from(label);
  const shown =
    characters.length > LONGEST_NAMED ? [...characters.slice(0, LONGEST_NAMED - 1), '…'] : characters;
  return `"${shown.join('')}"`;
}

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
