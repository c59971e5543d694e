import { ApiError } from '../../contract/errors.ts';
import { documentView } from '../../domain/document/document-view.ts';
import { type EditPlan, sectionsOf } from '../../domain/document/edit/document-edit.ts';
import { servedSchema } from '../../domain/document/schema-version.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { shortPointer } from '../../domain/json/json-pointer.ts';
import { memberLookup } from '../../domain/json/member-lookup.ts';
import { invalidAt, type Path, toField } from '../../domain/json/path.ts';
import type { DocumentReader, StoredDocument } from '../../stores/documents/documents.ts';

type Reader = Pick<DocumentReader, 'readPlanned'>;

/** The document as clients see it, with nothing but what the plan names. */
async function readView(documents: Reader, document: StoredDocument, plan: EditPlan): Promise<JsonObject> {
  const parts = await documents.readPlanned(document, plan);
  return { ...documentView(parts), schemaVersion: servedSchema(document.schemaVersion) };
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
  const view = await readView(documents, document, { sections, tracks: sections.includes('objects') });
  const absent = names.find((name) => name !== 'extra' && !Object.hasOwn(view, name));
  if (absent !== undefined)
    throw invalidAt(['sections'], `names ${toField([absent])}, which the document does not have`);
  if (names.includes('extra')) return view;
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'schemaVersion' || names.includes(name)),
  );
}

/**
 * The value at a path of a document; of the objects no other is read.
 * @throws ApiError `PATH_NOT_FOUND`
 */
export async function readAt(documents: Reader, document: StoredDocument, path: Path): Promise<unknown> {
  const [member = '', id, ofObject = 'track'] = path;
  const isInObjects = member === 'objects';
  let value: unknown = await readView(documents, document, {
    sections: sectionsOf([member]),
    tracks: isInObjects && ofObject === 'track',
    ...(isInObjects && id !== undefined && { only: [id] }),
  });
  const lookUp = memberLookup();
  for (const step of path) value = lookUp(value, step);
  if (value !== undefined) return value;
  throw new ApiError('PATH_NOT_FOUND', `There is nothing at ${shortPointer(path)}.`, { field: 'path' });
}
