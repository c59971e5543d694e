import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SectionName, Sections, Tracks } from '../domain/metadata/document.ts';
import type { EditPlan, PlannedParts } from '../domain/metadata/document-edit.ts';
import type { Environment, Opener } from './environment.ts';
import { openMediaFiles } from './media-files.ts';
import { mediaKeys } from './media-keys.ts';

/** What a version is made of: the document's sections, and the tracks of its objects apart from them. */
export interface StoredParts extends Sections {
  tracks: Tracks;
}

export type PartName = SectionName | 'tracks';

/**
 * Where a part lies: inside the version item, or in an object of its own that never changes. `size` is that of its
 * JSON in bytes.
 */
export type PartReference = ({ inline: Uint8Array } | { key: string }) & { size: number };

export type PartReferences = Record<PartName, PartReference>;

export interface Documents {
  read<Name extends PartName>(references: PartReferences, name: Name): Promise<StoredParts[Name]>;
  readAll(references: PartReferences): Promise<StoredParts>;
  /** The parts that an edit needs. */
  readPlanned(references: PartReferences, plan: EditPlan): Promise<PlannedParts>;
  /** Stores a part under a name nobody else writes to. */
  write(videoId: string, name: PartName, writeId: string, value: unknown): Promise<PartReference>;
}

/** Compressed bytes up to which a part stays in the version item: small enough that reading all six is cheap. */
const INLINE_BYTES = 4096;

const compress = promisify<Uint8Array, Buffer>(gzip);
const decompress = promisify<Uint8Array, Buffer>(gunzip);

export const openDocuments: Opener<Documents> = (environment: Environment) => {
  const files = openMediaFiles(environment);

  const bytesOf = async (reference: PartReference): Promise<Uint8Array> => {
    if ('inline' in reference) return reference.inline;
    const bytes = await files.get(reference.key);
    if (bytes === null) throw new Error(`Part ${reference.key} of a document is missing`);
    return bytes;
  };

  const read = async <Name extends PartName>(references: PartReferences, name: Name) => {
    const text = await decompress(await bytesOf(references[name]));
    return JSON.parse(text.toString('utf8')) as StoredParts[Name];
  };

  return {
    read,

    async readAll(references) {
      const [videoDetails, objects, layers, variables, rules, extra, tracks] = await Promise.all([
        read(references, 'videoDetails'),
        read(references, 'objects'),
        read(references, 'layers'),
        read(references, 'variables'),
        read(references, 'rules'),
        read(references, 'extra'),
        read(references, 'tracks'),
      ]);
      return { videoDetails, objects, layers, variables, rules, extra, tracks };
    },

    async readPlanned(references, plan) {
      const [sections, tracks] = await Promise.all([
        Promise.all(plan.sections.map(async (name) => [name, await read(references, name)] as const)),
        plan.tracks ? read(references, 'tracks') : undefined,
      ]);
      return {
        sections: Object.fromEntries(sections) as Partial<Sections>,
        ...(tracks === undefined ? {} : { tracks }),
      };
    },

    async write(videoId, name, writeId, value) {
      const json = Buffer.from(JSON.stringify(value));
      const size = json.length;
      const bytes = await compress(json);
      if (bytes.length <= INLINE_BYTES) return { inline: bytes, size };
      const key = mediaKeys.section(videoId, name, writeId);
      await files.put(key, bytes, 'application/gzip');
      return { key, size };
    },
  };
};
