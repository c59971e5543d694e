import type { SectionName, Sections, Tracks } from '../../domain/document/document.ts';
import { compressText } from './gzip.ts';
import { memberLines } from './member-lines.ts';

/** What the document of a version is stored as: its sections, and the tracks of its objects apart from them. */
export interface StoredParts extends Sections {
  tracks: Tracks;
}

export type PartName = SectionName | 'tracks';

/** A part as it is stored: its JSON, compressed; `size` is that of the JSON in bytes. */
export interface PackedPart {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** Maps by object id, which are read side by side. */
const BY_OBJECT: readonly string[] = ['objects', 'edits', 'tracks'];

/** The JSON of a part, in chunks. */
function textOfPart(name: string, value: unknown): Iterable<string> {
  const sorted = BY_OBJECT.includes(name);
  return sorted || name === 'extra'
    ? memberLines(value as Record<string, unknown>, { sorted })
    : [JSON.stringify(value)];
}

export const packPart = (name: string, value: unknown): Promise<PackedPart> =>
  compressText(textOfPart(name, value));
