import { SECTION_NAMES, type SectionName, type Sections } from '../../domain/document/document.ts';
import { documentView } from '../../domain/document/document-view.ts';
import { servedSchema } from '../../domain/document/schema-version.ts';
import { type Change, changesBetween } from '../../domain/json/changes-between.ts';
import { type JsonObject, jsonEqual } from '../../domain/json/json.ts';
import { toPointer } from '../../domain/json/json-pointer.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { PartMember } from '../../stores/documents/document-parts.ts';
import type { DocumentReader } from '../../stores/documents/documents.ts';
import type { Version } from '../../stores/documents/versions.ts';
import { findVersion } from './find-version.ts';
import { findProcessedVideo } from './find-video.ts';
import type { READING_STORES } from './read-version.ts';

/** A difference, with the place as a text; without the values of tracks. */
export type VersionChange = Omit<Change, 'path' | 'before' | 'after'> & {
  path: string;
  before?: unknown;
  after?: unknown;
};

/**
 * What is different in one version of the caller's video from another one. Parts that both have in common are not read, and of
 * tracks one is held at a time.
 * @throws ApiError as `findProcessedVideo` and `findVersion`
 */
export async function compareVersions(
  stores: Opened<typeof READING_STORES>,
  principal: Principal,
  videoId: string,
  from: number,
  to: number,
): Promise<VersionChange[]> {
  const { documents } = stores;
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  const [before, after] = await Promise.all([
    findVersion(stores.versions, newest, from),
    findVersion(stores.versions, newest, to),
  ]);
  const haveOneTracks = isShared(before, after, 'tracks');
  const names = SECTION_NAMES.filter(
    (name) => !isShared(before, after, name) || (name === 'objects' && !haveOneTracks),
  );
  const [older, newer] = [
    await readSections(documents, before, names),
    await readSections(documents, after, names),
  ];
  const changes = changesBetween(viewOf(before, older), viewOf(after, newer)).map(
    ({ path, kind, before: was, after: is }) => ({
      path: toPointer(path),
      kind,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    }),
  );
  if (haveOneTracks) return changes;
  const [had, has] = [older.objects ?? {}, newer.objects ?? {}];
  for await (const id of changedTracks(documents.tracks(before), documents.tracks(after))) {
    // Tracks of removed objects may be left.
    if (Object.hasOwn(had, id) && Object.hasOwn(has, id))
      changes.push({ path: toPointer(['objects', id, 'track']), kind: 'changed' });
  }
  return changes;
}

/** Whether both versions have the same part, by where it is stored. */
function isShared(a: Version, b: Version, name: SectionName | 'tracks'): boolean {
  const isOne = name !== 'objects' || jsonEqual(a.parts.edits, b.parts.edits);
  return isOne && a.schemaVersion === b.schemaVersion && jsonEqual(stored(a, name), stored(b, name));
}

/** As JSON, in which bytes are texts. */
const stored = ({ parts }: Version, name: SectionName | 'tracks'): unknown =>
  JSON.parse(
    JSON.stringify(parts[name], (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );

async function readSections(
  documents: Pick<DocumentReader, 'readPlanned'>,
  version: Version,
  names: readonly SectionName[],
): Promise<Partial<Sections>> {
  return (await documents.readPlanned(version, { sections: [...names], tracks: false })).sections;
}

const viewOf = ({ schemaVersion }: Version, sections: Partial<Sections>): JsonObject => ({
  ...documentView({ sections }),
  schemaVersion: servedSchema(schemaVersion),
});

/** What an object without keyframes has for a track, or none at all. */
const NO_TRACK = '[]';

/** The ids under which two lists of tracks, both in the order of their lines, have another one. */
async function* changedTracks(
  before: AsyncIterable<PartMember>,
  after: AsyncIterable<PartMember>,
): AsyncGenerator<string> {
  const idOf = (line: string): string => JSON.parse(line.slice(0, -1)) as string;
  const newer = after[Symbol.asyncIterator]();
  let next = await newer.next();
  for await (const { line, value } of before) {
    for (; !next.done && next.value.line < line; next = await newer.next())
      if (next.value.value !== NO_TRACK) yield idOf(next.value.line);
    const isPaired = !next.done && next.value.line === line;
    const now = isPaired ? next.value.value : NO_TRACK;
    if (isPaired) next = await newer.next();
    if (now !== value && !jsonEqual(JSON.parse(value), JSON.parse(now))) yield idOf(line);
  }
  for (; !next.done; next = await newer.next())
    if (next.value.value !== NO_TRACK) yield idOf(next.value.line);
}
