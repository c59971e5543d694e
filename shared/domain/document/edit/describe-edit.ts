import type { Identified, Layer, StoredObject } from '../../../contract/schemas/metadata.ts';
import { jsonEqual } from '../../json/json.ts';
import type { SectionName, Sections } from '../document.ts';
import { objectName, overlayName, quoted } from '../names.ts';
import type { EditResult } from './document-edit.ts';

/** The entries of a section by what they are known by. */
type Entries<Entry> = ReadonlyMap<string, Entry>;

interface Kind<Entry> {
  /** One of them in words; several have an `s` after it. */
  noun: string;
  nameOf: (entry: Entry, key: string) => string;
}

type Describe = (before: Partial<Sections>, result: EditResult) => string[];

const OBJECT: Kind<StoredObject> = { noun: 'object', nameOf: objectName };
const MEMBER: Kind<unknown> = { noun: 'member', nameOf: (_, key) => key };

const identified = (noun: string): Kind<Identified> => ({
  noun,
  nameOf: ({ id, name }) => (typeof name === 'string' && name !== '' ? name : id),
});
const LAYER = identified('layer');
const OVERLAY = identified('overlay');

const DESCRIBED: Readonly<Record<SectionName, Describe>> = {
  videoDetails: () => ['video details changed'],
  objects: ({ objects = {} }, { sections }) =>
    differences(OBJECT, entriesOf(objects), entriesOf(sections.objects)),
  layers: ({ layers = [] }, { sections }) => layerDifferences(layers, sections.layers ?? []),
  variables: ({ variables = [] }, { sections }) =>
    listDifferences(identified('variable'), variables, sections.variables ?? []),
  rules: ({ rules = [] }, { sections }) => listDifferences(identified('rule'), rules, sections.rules ?? []),
  extra: ({ extra = {} }, { sections }) => differences(MEMBER, entriesOf(extra), entriesOf(sections.extra)),
};

/**
 * The description of an edit in the history of versions: what it added, changed and removed. A single thing is named, several of
 * a kind are counted.
 * @param before the sections that the edit was applied to, at least those that it touches
 */
export const describeEdit = (before: Partial<Sections>, result: EditResult): string =>
  result.touched.flatMap((section) => DESCRIBED[section](before, result)).join('; ') || 'no change';

function differences<Entry>(
  { noun, nameOf }: Kind<Entry>,
  before: Entries<Entry>,
  after: Entries<Entry>,
): string[] {
  const names = { added: [] as string[], changed: [] as string[], removed: [] as string[] };
  for (const [key, entry] of after) {
    const old = before.get(key);
    if (old === undefined) names.added.push(nameOf(entry, key));
    else if (!jsonEqual(old, entry)) names.changed.push(nameOf(entry, key));
  }
  for (const [key, entry] of before) if (!after.has(key)) names.removed.push(nameOf(entry, key));
  return Object.entries(names).flatMap(([what, [name, ...more]]) => {
    if (name === undefined) return [];
    return more.length === 0 ? `${noun} ${quoted(name)} ${what}` : `${more.length + 1} ${noun}s ${what}`;
  });
}

/** As `differences`; entries may be in another order, too. */
const listDifferences = <Entry extends Identified>(
  kind: Kind<Entry>,
  before: readonly Entry[],
  after: readonly Entry[],
): string[] => [
  ...differences(kind, byId(before), byId(after)),
  ...(isReordered(before, after) ? [`${kind.noun}s reordered`] : []),
];

function isReordered(before: readonly Identified[], after: readonly Identified[]): boolean {
  const kept = (entries: readonly Identified[], others: readonly Identified[]) => {
    const known = byId(others);
    return entries.flatMap(({ id }) => (known.has(id) ? id : []));
  };
  return !jsonEqual(kept(before, after), kept(after, before));
}

/** A layer is compared without its overlays; those of an added or removed layer are not listed. */
function layerDifferences(before: readonly Layer[], after: readonly Layer[]): string[] {
  const earlier = byId(before);
  const pairs = after.flatMap((layer) => {
    const old = earlier.get(layer.id);
    return old === undefined ? [] : [{ old, layer }];
  });
  const withoutOverlays = (layers: readonly Layer[]) => layers.map(({ overlays: _, ...layer }) => layer);
  const old = placedOverlays(pairs.map((pair) => pair.old));
  const now = asBefore(old, placedOverlays(pairs.map(({ layer }) => layer)));
  const isAnyReordered = pairs.some((pair) => isReordered(pair.old.overlays, pair.layer.overlays));
  return [
    ...listDifferences<Identified>(LAYER, withoutOverlays(before), withoutOverlays(after)),
    ...differences(OVERLAY, byId(old), byId(now)),
    ...(isAnyReordered ? ['overlays reordered'] : []),
  ];
}

/** An overlay, known by its layer and its own id. */
type Placed = Identified & { layer: string; overlay: string };

const placedOverlays = (layers: readonly Layer[]): Placed[] =>
  layers.flatMap((layer) =>
    layer.overlays.map((overlay) => ({
      ...overlay,
      id: `${layer.id}/${overlay.id}`,
      name: overlayName(overlay),
      layer: layer.id,
      overlay: overlay.id,
    })),
  );

/** One that has gone to another layer is known as before: it is changed, not removed and added. */
function asBefore(old: readonly Placed[], now: readonly Placed[]): Placed[] {
  const [oldIds, nowIds] = [byId(old), byId(now)];
  const left = old.filter(({ id }) => !nowIds.has(id));
  return now.map((entry) => {
    if (oldIds.has(entry.id)) return entry;
    return { ...entry, id: left.find(({ overlay }) => overlay === entry.overlay)?.id ?? entry.id };
  });
}

const byId = <Entry extends Identified>(entries: readonly Entry[]): Entries<Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));

function entriesOf<Entry>(
  section: Readonly<Record<string, Entry>> = {},
  keys: readonly string[] = Object.keys(section),
): Entries<Entry> {
  return new Map(
    keys.flatMap((key): [string, Entry][] => {
      const entry = Object.hasOwn(section, key) ? section[key] : undefined;
      return entry === undefined ? [] : [[key, entry]];
    }),
  );
}
