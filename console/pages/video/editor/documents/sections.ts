import { isJsonObject, type JsonObject } from '../../../../../shared/domain/json/json.ts';

/** A part of a document that is shown and edited as a text of its own. */
export interface Section {
  /** Names the part in every version of the document. */
  readonly key: string;
  readonly label: string;
  /** The member of the document that the value is, or is a part of; null: the document itself. */
  readonly member: string | null;
  /** The value that is shown. */
  read(document: JsonObject): unknown;
  /**
   * The document with another value in this part.
   * @throws TypeError for a value that this part cannot have
   */
  write(document: JsonObject, value: unknown): JsonObject;
}

/** Characters of indented JSON above which a document is shown by section. */
const LARGE_TEXT = 2_000_000;

const OBJECTS_PER_SECTION = 1000;

const LISTS = { layers: 'Layers', variables: 'Variables', rules: 'Rules' } as const;

/** Members that have sections of their own, or cannot be edited. */
const NOT_OTHER = new Set(['schemaVersion', 'videoDetails', 'objects', ...Object.keys(LISTS)]);

export const indented = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * The parts in which a document is shown: one, or if its text is large, its lists, its objects without their tracks, a
 * thousand at a time, and what else it holds.
 */
export function sectionsOf(document: JsonObject): Section[] {
  if (indented(document).length <= LARGE_TEXT) return [WHOLE];
  const ids = Object.keys(objectsOf(document));
  const ranges = Array.from({ length: Math.ceil(ids.length / OBJECTS_PER_SECTION) }, (_, i) => {
    const from = i * OBJECTS_PER_SECTION;
    return objectSection(from, ids.slice(from, from + OBJECTS_PER_SECTION), ids.length);
  });
  const lists = Object.entries(LISTS).map(([name, label]) => listSection(name, label));
  return [...lists, ...ranges, OTHER];
}

const WHOLE: Section = {
  key: 'document',
  label: 'Document',
  member: null,
  read: (document) => document,
  write: (_, value) => requireObject(value),
};

const listSection = (name: string, label: string): Section => ({
  key: name,
  label,
  member: name,
  read: (document) => document[name],
  write: (document, value) => ({ ...document, [name]: value }),
});

const objectSection = (from: number, ids: readonly string[], count: number): Section => ({
  key: `objects ${from}`,
  label:
    count <= OBJECTS_PER_SECTION
      ? 'Objects'
      : `Objects ${(from + 1).toLocaleString('en')}–${(from + ids.length).toLocaleString('en')}`,
  member: 'objects',
  read(document) {
    const objects = objectsOf(document);
    const shown = ids.filter((id) => Object.hasOwn(objects, id));
    return Object.fromEntries(shown.map((id) => [id, withoutTrack(objects[id])]));
  },
  write(document, value) {
    const edited = requireObject(value);
    const here = new Set(ids);
    const before = objectsOf(document);
    const kept = Object.entries(before).flatMap(([id, object]) => {
      if (!here.has(id)) return [[id, object]];
      return Object.hasOwn(edited, id) ? [[id, withTrackOf(object, edited[id])]] : [];
    });
    const added = Object.entries(edited).filter(([id]) => !Object.hasOwn(before, id));
    return { ...document, objects: Object.fromEntries([...kept, ...added]) };
  },
});

const OTHER: Section = {
  key: 'other',
  label: 'Other members',
  member: null,
  read: (document) => Object.fromEntries(Object.entries(document).filter(([name]) => !NOT_OTHER.has(name))),
  write(document, value) {
    const edited = requireObject(value);
    const misplaced = Object.keys(edited).find((name) => NOT_OTHER.has(name));
    if (misplaced !== undefined) throw new TypeError(`"${misplaced}" has a section of its own`);
    const others = Object.entries(document).filter(([name]) => NOT_OTHER.has(name));
    return { ...Object.fromEntries(others), ...edited };
  },
};

const objectsOf = ({ objects }: JsonObject): JsonObject => (isJsonObject(objects) ? objects : {});

function withoutTrack(object: unknown): unknown {
  if (!isJsonObject(object)) return object;
  const { track: _, ...shown } = object;
  return shown;
}

const withTrackOf = (object: unknown, edited: unknown): unknown =>
  isJsonObject(object) && isJsonObject(edited) && Object.hasOwn(object, 'track')
    ? { ...edited, track: object.track }
    : edited;

function requireObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new TypeError('This must be an object, in braces');
  return value;
}
