import type { Identified } from '../../../contract/schemas/metadata.ts';
import { isJsonObject, type JsonObject, jsonEqual } from '../../json/json.ts';
import type { ReadOperation } from '../../json/json-patch.ts';
import { LIST_POSITION, type Pointer } from '../../json/json-pointer.ts';
import type { Path } from '../../json/path.ts';
import type { LoadedParts, SectionName, Sections } from '../document.ts';

/**
 * Where an entry of a section is: a member by its name, an entry of a list by its id or position, an overlay by its layer
 * and then by its own.
 */
export type EntryAddress<Step = string | number> = readonly [first: Step, second?: Step];

/** Some entries of some sections, or of the tracks. An overlay's layer, without its other overlays, is among them. */
export type Entries = Partial<Record<SectionName | 'tracks', readonly EntryAddress[]>>;

/** An edit of a few entries of a large document, which are loaded and stored without the others. */
export interface NarrowEdit<Result> {
  entries: Entries;
  /**
   * @param current sections that have these entries only, in the document's order
   * @returns sections with the same entries, else the edit has to be made on all of them
   * @throws ApiError which may not be the one that the edit of all throws
   */
  apply(current: LoadedParts): Result;
}

/** More are read sooner with all others. */
const MOST_ENTRIES = 100;

const fewEntries = (
  sections: readonly (readonly [SectionName, readonly EntryAddress[]])[],
): Entries | null => {
  const count = sections.reduce((sum, [, addresses]) => sum + addresses.length, 0);
  return count === 0 || count > MOST_ENTRIES ? null : Object.fromEntries(sections);
};

/**
 * The entries that an edit has replaced; null if it did anything else: added, removed or moved some, or changed a track.
 * @param before the sections that it was applied to
 */
export function replacedEntries(
  before: Partial<Sections>,
  after: Partial<Sections>,
): Partial<Sections> | null {
  const { objects, extra, layers, variables, rules, videoDetails } = after;
  if (videoDetails !== undefined) return null;
  const replaced = {
    ...(objects && { objects: replacedMembers(before.objects ?? {}, objects) }),
    ...(extra && { extra: replacedMembers(before.extra ?? {}, extra) }),
    ...(variables && { variables: replacedInList(before.variables ?? [], variables) }),
    ...(rules && { rules: replacedInList(before.rules ?? [], rules) }),
    ...(layers && { layers: replacedLayers(before.layers ?? [], layers) }),
  };
  return Object.values(replaced).includes(null) ? null : (replaced as Partial<Sections>);
}

function replacedMembers<Member>(
  before: Readonly<Record<string, Member>>,
  after: Readonly<Record<string, Member>>,
): Record<string, Member> | null {
  const names = Object.keys(after);
  if (names.length !== Object.keys(before).length || !names.every((name) => Object.hasOwn(before, name)))
    return null;
  return Object.fromEntries(
    Object.entries(after).filter(([name, member]) => !jsonEqual(member, before[name])),
  );
}

function replacedInList<Entry extends Identified>(
  before: readonly Entry[],
  after: readonly Entry[],
): Entry[] | null {
  if (!haveSameIds(before, after)) return null;
  return after.filter((entry, index) => !jsonEqual(entry, before[index]));
}

function replacedLayers(before: Sections['layers'], after: Sections['layers']): Sections['layers'] | null {
  if (!haveSameIds(before, after)) return null;
  const layers: Sections['layers'] = [];
  for (const [index, layer] of after.entries()) {
    const old = before[index];
    if (old === layer) continue;
    const overlays = replacedInList(old?.overlays ?? [], layer.overlays);
    if (overlays === null) return null;
    layers.push({ ...layer, overlays });
  }
  return layers;
}

const haveSameIds = (before: readonly Identified[], after: readonly Identified[]): boolean =>
  before.length === after.length && after.every(({ id }, index) => id === before[index]?.id);

/** The entries that a partial document changes, where it removes none; null where they are not known. */
export function entriesOfPatch(patch: JsonObject, lists: 'by id' | 'whole'): Entries | null {
  const { schemaVersion: _, objects, layers, variables, rules, ...extra } = patch;
  const sections: (readonly [SectionName, EntryAddress[] | null])[] = [];
  if (objects !== undefined) sections.push(['objects', objectsOfPatch(objects)]);
  for (const [name, list] of Object.entries({ layers, variables, rules })) {
    if (list === undefined) continue;
    const addresses = lists === 'whole' ? null : addressesOfList(list, name === 'layers');
    sections.push([name as SectionName, addresses]);
  }
  const members = Object.entries(extra);
  if (Object.hasOwn(extra, 'videoDetails') || members.some(([, value]) => value === null)) return null;
  if (members.length > 0) sections.push(['extra', members.map(([name]) => [name])]);
  const known = sections.flatMap(([name, addresses]) =>
    addresses === null ? [] : [[name, addresses] as const],
  );
  return known.length < sections.length ? null : fewEntries(known);
}

function objectsOfPatch(objects: unknown): EntryAddress[] | null {
  if (!isJsonObject(objects)) return null;
  const all = Object.values(objects);
  const isNarrow = all.every(
    (object) => isJsonObject(object) && object.$delete === undefined && object.track === undefined,
  );
  return isNarrow ? Object.keys(objects).map((id) => [id]) : null;
}

function addressesOfList(list: unknown, areLayers: boolean): EntryAddress[] | null {
  if (!Array.isArray(list)) return null;
  const addresses: EntryAddress[] = [];
  for (const entry of list as unknown[]) {
    if (!isJsonObject(entry) || typeof entry.id !== 'string' || entry.$delete !== undefined) return null;
    const { id, overlays } = entry;
    addresses.push([id]);
    if (!areLayers || overlays === undefined) continue;
    const below = addressesOfList(overlays, false);
    if (below === null) return null;
    for (const [overlay] of below) addresses.push([id, overlay]);
  }
  return addresses;
}

/** The entries that a path of ids leads into; null where it leads to a whole section, or to a layer with its overlays. */
export function entriesAt([member, first, second, third]: Path): Entries | null {
  if (member === undefined || member === 'schemaVersion' || member === 'videoDetails') return null;
  if (!isListOrMap(member)) return { extra: [[member]] };
  if (first === undefined) return null;
  if (member === 'objects')
    return second === undefined || second === 'track'
      ? { objects: [[first]], tracks: [[first]] }
      : { objects: [[first]] };
  if (member !== 'layers') return { [member]: [[first]] };
  if (second === undefined || (second === 'overlays' && third === undefined)) return null;
  return { layers: second === 'overlays' && third !== undefined ? [[first], [first, third]] : [[first]] };
}

const isListOrMap = (member: string): member is 'objects' | 'layers' | 'variables' | 'rules' =>
  ['objects', 'layers', 'variables', 'rules'].includes(member);

/** The entries in which operations work, and the same operations on these entries alone. */
export function narrowOperations(
  operations: readonly ReadOperation[],
): { entries: Entries; operations: ReadOperation[] } | null {
  const found = new Map<SectionName, Map<string, EntryAddress>>();
  for (const operation of operations) {
    const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
    for (const { tokens } of pointers) {
      const addressed = addressOf(tokens, operation.op);
      if (addressed === null) return null;
      const { section, address } = addressed;
      const ofSection = found.get(section) ?? new Map<string, EntryAddress>();
      found.set(section, ofSection.set(JSON.stringify(address), address));
      // Its layer has a place in the list of layers, too.
      if (address.length > 1) ofSection.set(JSON.stringify([address[0]]), [address[0]]);
    }
  }
  const entries = fewEntries([...found].map(([name, addresses]) => [name, [...addresses.values()]]));
  if (entries === null) return null;
  const moved = (pointer: Pointer): Pointer => ({ ...pointer, tokens: tokensAmong(entries, pointer.tokens) });
  return {
    entries,
    operations: operations.map((operation) => ({
      ...operation,
      path: moved(operation.path),
      ...('from' in operation && { from: moved(operation.from) }),
    })),
  };
}

const INSIDE = new Set(['replace', 'test']);

/** The entry that a pointer leads into, or to if the operation leaves it in its place. */
function addressOf(
  tokens: readonly string[],
  op: ReadOperation['op'],
): { section: SectionName; address: EntryAddress } | null {
  const [section, first, second, third] = tokens;
  const leads = (length: number): boolean =>
    tokens.length > length || (tokens.length === length && INSIDE.has(op));
  if (section === undefined || section === 'schemaVersion' || section === 'videoDetails') return null;
  if (section === 'objects') {
    if (first === undefined || second === undefined || second === 'track') return null;
    return { section, address: [first] };
  }
  if (section !== 'layers' && section !== 'variables' && section !== 'rules')
    return leads(1) ? { section: 'extra', address: [section] } : null;
  if (first === undefined || !LIST_POSITION.test(first)) return null;
  if (section !== 'layers') return leads(2) ? { section, address: [Number(first)] } : null;
  if (second === undefined) return null;
  if (second !== 'overlays') return { section, address: [Number(first)] };
  if (third === undefined || !LIST_POSITION.test(third) || !leads(4)) return null;
  return { section, address: [Number(first), Number(third)] };
}

/** The tokens of a pointer in a document that has these entries only. */
function tokensAmong(entries: Entries, tokens: readonly string[]): string[] {
  const [section = '', first = '', member, second, ...rest] = tokens;
  if (section !== 'layers' && section !== 'variables' && section !== 'rules') return [...tokens];
  const addresses = entries[section] ?? [];
  const rank = (positions: readonly unknown[], position: string): string =>
    String(new Set(positions.filter((it) => Number(it) < Number(position))).size);
  const moved = [
    section,
    rank(
      addresses.map(([it]) => it),
      first,
    ),
  ];
  if (member === undefined) return moved;
  if (section !== 'layers' || member !== 'overlays' || second === undefined)
    return [...moved, ...tokens.slice(2)];
  const overlays = addresses.flatMap(([layer, overlay]) =>
    layer === Number(first) && overlay !== undefined ? [overlay] : [],
  );
  return [...moved, member, rank(overlays, second), ...rest];
}
