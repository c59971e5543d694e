import { ApiError } from '../../contract/errors.ts';
import { type LoadedParts, SECTION_NAMES, type SectionName } from '../../domain/document/document.ts';
import { documentView } from '../../domain/document/document-view.ts';
import { sectionsOf } from '../../domain/document/edit/document-edit.ts';
import { entriesAt } from '../../domain/document/edit/narrow-edit.ts';
import { servedSchema } from '../../domain/document/schema-version.ts';
import { isJsonObject, type JsonObject } from '../../domain/json/json.ts';
import { LIST_POSITION, shortPointer } from '../../domain/json/json-pointer.ts';
import { memberLookup } from '../../domain/json/member-lookup.ts';
import { invalidAt, type Path, toField } from '../../domain/json/path.ts';
import type { DocumentReader, StoredDocument } from '../../stores/documents/documents.ts';

type Reader = Pick<DocumentReader, 'readPlanned' | 'readEntries'>;

/** The document as clients see it, with nothing but these parts. */
const viewOf = (document: StoredDocument, parts: LoadedParts): JsonObject => ({
  ...documentView(parts),
  schemaVersion: servedSchema(document.schemaVersion),
});

/** The sections that names of members are, where every document has each: they can be sent unparsed. Else null. */
export function wholeSections(names: readonly string[]): SectionName[] | null {
  const known = new Set<string>([...SECTION_NAMES, 'schemaVersion']);
  return names.every((name) => known.has(name)) ? sectionsOf(names) : null;
}

/**
 * Some members of a document, and its `schemaVersion`; no other part of it is read.
 * @param names of members; `extra` for all that this service does not know
 * @throws ApiError `INVALID_PARAMETER`: the document has no such member
 */
export async function readSections(
  documents: Reader,
  document: StoredDocument,
  names: readonly string[],
): Promise<JsonObject> {
  const sections = sectionsOf(names);
  const parts = await documents.readPlanned(document, { sections, tracks: sections.includes('objects') });
  const view = viewOf(document, parts);
  const absent = names.find((name) => name !== 'extra' && !Object.hasOwn(view, name));
  if (absent !== undefined)
    throw invalidAt(['sections'], `names ${toField([absent])}, which the document does not have`);
  if (names.includes('extra')) return view;
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'schemaVersion' || names.includes(name)),
  );
}

/**
 * The value at a path of a document; of what the path names by id no other is read.
 * @throws ApiError `PATH_NOT_FOUND`
 */
export async function readAt(documents: Reader, document: StoredDocument, path: Path): Promise<unknown> {
  const entries = entriesAt(path);
  const found = entries && (await documents.readEntries(document, entries));
  const [member = '', , ofObject = 'track'] = path;
  const readAll = () =>
    documents.readPlanned(document, {
      sections: sectionsOf([member]),
      tracks: member === 'objects' && ofObject === 'track',
    });
  const { tracks, ...sections } = found ?? {};
  const parts = found === null ? await readAll() : { sections, ...(tracks && { tracks }) };
  let value: unknown = viewOf(document, parts);
  const lookUp = memberLookup();
  for (const step of path) {
    const found = lookUp(value, step);
    value = found === undefined ? withoutId(value, step) : found;
  }
  if (value !== undefined) return value;
  throw new ApiError(
    'PATH_NOT_FOUND',
    `There is nothing at ${shortPointer(path)}. List entries that have an id are named by it.`,
    { field: 'path' },
  );
}

/** The entry at a position of a list, where it has no id. */
function withoutId(list: unknown, step: string): unknown {
  if (!Array.isArray(list) || !LIST_POSITION.test(step)) return undefined;
  const entry: unknown = list[Number(step)];
  return isJsonObject(entry) && typeof entry.id === 'string' ? undefined : entry;
}
