import type { Keyframe } from '../../contract/schemas/metadata.ts';
import type { Tracks } from '../../domain/document/document.ts';
import { trackOf } from '../../domain/document/document-view.ts';
import type { DocumentReader, StoredDocument } from '../../stores/documents/documents.ts';

/** Reads the tracks of objects of a document, and of no more others than are stored with them. */
export type TrackReader = (ids: readonly string[]) => Promise<(id: string) => readonly Keyframe[]>;

export function trackReader(
  documents: Pick<DocumentReader, 'read' | 'readEntries'>,
  document: StoredDocument,
): TrackReader {
  let all: Promise<Tracks> | undefined;
  return async (ids) => {
    const found = all ?? (await documents.readEntries(document, { tracks: ids.map((id) => [id]) }))?.tracks;
    // Small ones are stored together.
    if (found === undefined) all = documents.read(document, 'tracks');
    const tracks = (await found) ?? (await all) ?? {};
    return (id) => trackOf(tracks, id);
  };
}
