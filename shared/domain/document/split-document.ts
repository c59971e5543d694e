import { LIMITS } from '../../contract/limits.ts';
import type { StoredObject, VideoDetails } from '../../contract/schemas/metadata.ts';
import { parseJson } from '../json/parse-json.ts';
import { invalidAt } from '../json/path.ts';
import { checkStoredObject, checkTrack } from './check-stored-object.ts';
import { checkEntry, checkedLayers, checkedList, checkObject } from './checks.ts';
import { SCHEMA_VERSION, type Sections, type Tracks } from './document.ts';
import { migrate } from './migrations.ts';
import { requireSupportedSchema } from './schema-version.ts';

interface SplitDocument {
  sections: Sections;
  tracks: Tracks;
}

/**
 * Reads a document from outside, such as one embedded in an uploaded export. Documents of older schemas are migrated.
 * @param json in UTF-8
 * @throws ApiError as `parseJson` and `splitDocument`; `UNSUPPORTED_SCHEMA` for a newer schema
 */
export function parseDocument(json: Uint8Array, videoDetails: VideoDetails): SplitDocument {
  const document = parseJson(json, { memory: LIMITS.documentMemory });
  checkObject(document, []);
  requireSupportedSchema(document.schemaVersion);
  return splitDocument(migrate(document), videoDetails);
}

/**
 * Splits a document into its sections and tracks. Everything the service relies on is checked; unknown members are kept.
 * Absent sections are empty.
 *
 * @param document a JSON value as `parseJson` returns it
 * @param videoDetails of the video, which replace those of the document
 * @throws ApiError `INVALID_PARAMETER`, `MISSING_PARAMETER`
 */
export function splitDocument(document: unknown, videoDetails: VideoDetails): SplitDocument {
  checkObject(document, []);
  const { schemaVersion, videoDetails: _, objects, layers, variables, rules, ...extra } = document;
  if (schemaVersion !== SCHEMA_VERSION) throw invalidAt(['schemaVersion'], `must be "${SCHEMA_VERSION}"`);
  const tracked = splitObjects(objects ?? {});
  return {
    sections: {
      videoDetails,
      objects: tracked.objects,
      layers: checkedLayers(layers ?? []),
      variables: checkedList(variables ?? [], ['variables'], checkEntry),
      rules: checkedList(rules ?? [], ['rules'], checkEntry),
      extra,
    },
    tracks: tracked.tracks,
  };
}

function splitObjects(value: unknown): Pick<SplitDocument, 'tracks'> & Pick<Sections, 'objects'> {
  checkObject(value, ['objects']);
  const objects: [string, StoredObject][] = [];
  const tracks: [string, Tracks[string]][] = [];
  for (const [id, entry] of Object.entries(value)) {
    const path = ['objects', id];
    checkObject(entry, path);
    const { track, ...object } = entry;
    checkStoredObject(object, id, path);
    checkTrack(track, object.kind, [...path, 'track']);
    objects.push([id, object]);
    tracks.push([id, track]);
  }
  return { objects: Object.fromEntries(objects), tracks: Object.fromEntries(tracks) };
}
