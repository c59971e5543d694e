import type { StoredObject } from '../../contract/schemas/metadata.ts';
import { type LoadedParts, SECTION_NAMES, type Sections } from '../../domain/document/document.ts';
import type { EditPlan } from '../../domain/document/edit/document-edit.ts';
import { rechunk } from '../../kernel/bytes/chunks.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { Factory } from '../../kernel/runtime/store-factories.ts';
import { openMediaFiles } from '../files/media-files.ts';
import { mediaKeys } from '../files/media-keys.ts';
import { documentText } from './document-text.ts';
import { decompress, decompressStream } from './gzip.ts';
import { type Chunks, findMember, nameLine } from './member-lines.ts';
import { type PackedPart, type PartName, packPart, type StoredParts } from './pack-part.ts';

type Objects = Sections['objects'];

/**
 * Where a part is stored: inside the version item, or in an object that never changes. `size` is that of its JSON in bytes.
 */
type PartReference = ({ inline: Uint8Array } | { key: string }) & { size: number };

/** `edits`: objects that were edited since `objects` was written, by id; they replace those there. */
export type PartReferences = Record<PartName, PartReference> & { edits?: PartReference };

/** The stored parts of documents (sections, tracks, edits), in the schema in which they were written. */
interface DocumentParts {
  read<Name extends PartName>(references: PartReferences, name: Name): Promise<StoredParts[Name]>;
  /** The parts that an edit needs. */
  readPlanned(references: PartReferences, plan: EditPlan): Promise<LoadedParts>;
  /**
   * The JSON of the whole document in UTF-8, in chunks, of which one is held at a time.
   * @throws before it resolves if a part is missing
   */
  text(references: PartReferences, schemaVersion: string): Promise<AsyncIterable<Buffer>>;
  /**
   * Prepares the changed parts for storing, under keys that no other write uses.
   * @param before the parts of the document to change; null for the first, which has all parts
   */
  prepare(
    videoId: string,
    writeId: string,
    before: PartReferences | null,
    changed: ChangedParts,
  ): Promise<PreparedParts>;
  /** Bytes that all versions of a video keep in S3, unreferenced objects included. */
  storedBytes(videoId: string): Promise<number>;
}

/** Changed parts of a document that are not stored yet. */
export interface PreparedParts {
  /** Of the changed parts, and of the others, which are carried over. */
  references: PartReferences;
  /** Bytes that `store` writes. */
  bytes: number;
  store(): Promise<void>;
}

/** New values of the parts that change. */
export interface ChangedParts {
  parts: Partial<StoredParts>;
  /** Parts that are packed already; they take the place of those in `parts`. */
  packed?: Readonly<Record<string, PackedPart>> | undefined;
  /** Objects that change while all others stay; takes the place of `objects` in `parts`. */
  edited?: Objects | undefined;
}

/** Compressed bytes up to which a part is stored in the version item: small enough that reading all seven is cheap. */
const INLINE_BYTES = 4096;

/** Bytes of JSON up to which edited objects are stored in `edits`, which each further edit reads and writes. */
const EDITS_BYTES = 64 * 1024;

/** Any other part of a version comes from a newer release, which stores a member of the document apart. */
const KNOWN: ReadonlySet<string> = new Set([...SECTION_NAMES, 'tracks', 'edits']);

export const openDocumentParts: Factory<DocumentParts> = (environment: Environment) => {
  const files = openMediaFiles(environment);

  const textOf = async (reference: PartReference): Promise<Buffer> => {
    if ('inline' in reference) return decompress(reference.inline, reference.size);
    const bytes = await files.get(reference.key);
    if (bytes === null) throw missing(reference.key);
    return decompress(bytes, reference.size);
  };

  const stream = async (reference: PartReference): Promise<Chunks> => {
    if ('inline' in reference) return [await decompress(reference.inline, reference.size)];
    const pieces = await files.stream(reference.key);
    if (pieces === null) throw missing(reference.key);
    return decompressStream(pieces);
  };

  const parse = async (reference: PartReference): Promise<unknown> =>
    JSON.parse((await textOf(reference)).toString('utf8'));

  const readEdits = async ({ edits }: PartReferences): Promise<Objects> =>
    edits === undefined ? {} : ((await parse(edits)) as Objects);

  const readObjects = async (references: PartReferences): Promise<Objects> => {
    const [objects, edits] = await Promise.all([parse(references.objects), readEdits(references)]);
    // Changed in place, since it was only just parsed: copying thousands of members takes longer than parsing them.
    return Object.assign(objects as Objects, edits);
  };

  /** Those of the objects that exist. */
  const findObjects = async (references: PartReferences, ids: readonly string[]): Promise<Objects> => {
    const [text, edits] = await Promise.all([textOf(references.objects), readEdits(references)]);
    const found = ids.map((id) => {
      const object = Object.hasOwn(edits, id)
        ? edits[id]
        : (findMember(text, id) as StoredObject | undefined);
      return object === undefined ? [] : [[id, object] as const];
    });
    return Object.fromEntries(found.flat());
  };

  const read = async <Name extends PartName>(references: PartReferences, name: Name) =>
    (await (name === 'objects' ? readObjects(references) : parse(references[name]))) as StoredParts[Name];

  /** The part that takes up edited objects: `edits`, or all objects once the edits are large. */
  const keepEdited = async (
    before: PartReferences,
    edited: Objects,
  ): Promise<{ edits: Objects } | { objects: Objects }> => {
    const edits = { ...(await readEdits(before)), ...edited };
    if (Buffer.byteLength(JSON.stringify(edits)) <= EDITS_BYTES) return { edits };
    return { objects: { ...((await parse(before.objects)) as Objects), ...edits } };
  };

  return {
    read,

    async readPlanned(references, { sections: names, only, tracks: withTracks }) {
      const [sections, tracks] = await Promise.all([
        Promise.all(
          names.map(async (name) => {
            const planned = name === 'objects' && only !== undefined;
            return [name, await (planned ? findObjects(references, only) : read(references, name))] as const;
          }),
        ),
        withTracks ? read(references, 'tracks') : undefined,
      ]);
      return {
        sections: Object.fromEntries(sections) as Partial<Sections>,
        ...(tracks === undefined ? {} : { tracks }),
      };
    },

    async text(references, schemaVersion) {
      const unknown = Object.entries(references).filter(([name]) => !KNOWN.has(name));
      const [edits, added, videoDetails, objects, tracks, layers, variables, rules, extra] =
        await Promise.all([
          readEdits(references),
          Promise.all(
            unknown.map(async ([name, reference]) => [nameLine(name), await stream(reference)] as const),
          ),
          stream(references.videoDetails),
          stream(references.objects),
          stream(references.tracks),
          stream(references.layers),
          stream(references.variables),
          stream(references.rules),
          stream(references.extra),
        ]);
      const edited = new Map(
        Object.entries(edits).map(([id, object]) => [nameLine(id), JSON.stringify(object)]),
      );
      return rechunk(
        documentText(schemaVersion, {
          videoDetails,
          objects,
          edits: edited,
          tracks,
          layers,
          variables,
          rules,
          extra,
          added,
        }),
      );
    },

    async prepare(videoId, writeId, before, { parts, packed = {}, edited }) {
      const changed: Partial<StoredParts> & { edits?: Objects } =
        edited === undefined || before === null ? parts : { ...parts, ...(await keepEdited(before, edited)) };
      const blobs = new Map<string, Uint8Array>();
      const packing = Object.entries(changed).map(
        async ([name, value]) => [name, await packPart(name, value)] as const,
      );
      const written = await Promise.all(
        [...packing, ...Object.entries(packed)].map(async (part): Promise<[string, PartReference]> => {
          const [name, { bytes, size }] = await part;
          if (bytes.length <= INLINE_BYTES) return [name, { inline: bytes, size }];
          const key = mediaKeys.section(videoId, name, writeId);
          blobs.set(key, bytes);
          return [name, { key, size }];
        }),
      );
      const { edits: _, ...unedited } = before ?? ({} as PartReferences);
      const kept = changed.objects === undefined ? before : unedited;
      return {
        references: { ...kept, ...Object.fromEntries(written) } as PartReferences,
        bytes: [...blobs.values()].reduce((sum, { length }) => sum + length, 0),
        store: async () => {
          await Promise.all(Array.from(blobs, ([key, bytes]) => files.put(key, bytes, 'application/gzip')));
        },
      };
    },

    async storedBytes(videoId) {
      let stored = 0;
      for await (const { key, size } of files.list(mediaKeys.documents(videoId))) {
        if (key !== mediaKeys.frameIndex(videoId)) stored += size;
      }
      return stored;
    },
  };
};

/** What a version refers to is not there: its video is being deleted, or data were lost. */
export class MissingPart extends Error {}

const missing = (key: string): Error => new MissingPart(`Part ${key} of a document is missing`);
