import type { Keyframe } from '../../contract/schemas/metadata.ts';
import { trackOf } from '../../domain/document/document-view.ts';
import type { DocumentReader, StoredDocument } from '../../stores/documents/documents.ts';
import { nameLine } from '../../stores/documents/part-layout.ts';

type Track = readonly Keyframe[];

/** Reads the tracks of objects of a document. */
export interface TrackReader {
  /** Those of a few objects, by id; and no more others than are stored with them. */
  few(ids: readonly string[]): Promise<(id: string) => Track>;
  /** Those of many objects that have one, in any order, each for a moment: all of the document are read once. */
  many(ids: Iterable<string>): AsyncIterable<readonly [id: string, track: Track]>;
}

export function trackReader(
  documents: Pick<DocumentReader, 'read' | 'readEntries' | 'tracks'>,
  document: StoredDocument,
): TrackReader {
  return {
    async few(ids) {
      const found = await documents.readEntries(document, { tracks: ids.map((id) => [id]) });
      // Small ones are stored together.
      const tracks = found?.tracks ?? (await documents.read(document, 'tracks'));
      return (id) => trackOf(tracks, id);
    },

    async *many(ids) {
      const byLine = new Map(Array.from(ids, (id) => [nameLine(id), id]));
      for await (const { line, value } of documents.tracks(document)) {
        const id = byLine.get(line);
        if (id !== undefined) yield [id, JSON.parse(value) as Track];
      }
    },
  };
}
