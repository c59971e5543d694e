import { ApiError } from '../../contract/errors.ts';
import type { VideoDetails } from '../../contract/schemas/metadata.ts';
import { SECTION_NAMES } from '../../domain/document/document.ts';
import { objectLabels } from '../../domain/document/object-labels.ts';
import { requireDocumentFits } from '../../domain/document/require-document-fits.ts';
import { parseDocument } from '../../domain/document/split-document.ts';
import { decodeRecord } from '../../media/native/record.ts';
import { type PackedPart, type PartName, packPart } from '../../stores/documents/pack-part.ts';

/** The record that a file carries, and the video's own properties. */
export interface RestoreTask {
  readonly record: Uint8Array;
  readonly videoDetails: VideoDetails;
}

/** The document as it is stored, or why it is left out. */
export type RestoreOutcome =
  | { readonly packed: Readonly<Record<PartName, PackedPart>>; readonly labels: readonly string[] }
  | { readonly ignored: string };

const PARTS: readonly PartName[] = [...SECTION_NAMES, 'tracks'];

/** Reads an embedded document, checks all of it, and packs it. A faulty document is ignored, with the reason. */
export async function restoredDocument({ record, videoDetails }: RestoreTask): Promise<RestoreOutcome> {
  const json = await decodeRecord(record);
  if (json === null) return { ignored: 'The document in the file is damaged.' };
  try {
    const { sections, tracks } = parseDocument(json, videoDetails);
    const parts = { ...sections, tracks };
    const packed = {} as Record<PartName, PackedPart>;
    // One after another, so that only one is held as text.
    for (const name of PARTS) packed[name] = await packPart(name, parts[name]);
    requireDocumentFits(Object.values(packed));
    return { packed, labels: objectLabels(sections.objects) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = error.code === 'INVALID_JSON' ? 'It is not JSON in UTF-8.' : error.message;
    return { ignored: `The document in the file cannot be used: ${why}` };
  }
}
