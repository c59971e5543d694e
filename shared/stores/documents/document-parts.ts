import { text } from 'node:stream/consumers';
import {
  type LoadedParts,
  SECTION_NAMES,
  type SectionName,
  type Sections,
} from '../../domain/document/document.ts';
import type { EditPlan } from '../../domain/document/edit/document-edit.ts';
import type { Entries } from '../../domain/document/edit/narrow-edit.ts';
import { rechunk } from '../../kernel/bytes/chunks.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { Factory } from '../../kernel/runtime/store-factories.ts';
import { openMediaFiles } from '../files/media-files.ts';
import { mediaKeys } from '../files/media-keys.ts';
import { documentText } from './document-text.ts';
import { linesOfSection, sectionOfLines } from './entry-sections.ts';
import { readMembers } from './member-lines.ts';
import { type PackedPart, type PartName, packPart, type StoredParts } from './pack-part.ts';
import { nameLine } from './part-layout.ts';
import { type PartReference, storedPartFiles } from './stored-part.ts';

type Objects = Sections['objects'];

/**
 * `edits`: objects that were edited since `objects` was written, by id; they replace those there. Only versions from before
 * parts were stored in blocks have it.
 */
export type PartReferences = Record<PartName, PartReference> & { edits?: PartReference };

/** The stored parts of documents (sections and tracks), in the schema in which they were written. */
interface DocumentParts {
  read<Name extends PartName>(references: PartReferences, name: Name): Promise<StoredParts[Name]>;
  /** The parts that an edit needs. */
  readPlanned(references: PartReferences, plan: EditPlan): Promise<LoadedParts>;
  /** Sections with some of their entries only; null if any is not found, or is read as fast with all others. */
  readEntries(references: PartReferences, entries: Entries): Promise<Partial<StoredParts> | null>;
  /** The members of a part that is sorted by their names, one at a time: each with the line that `nameLine` writes. */
  members(references: PartReferences, name: PartName): AsyncIterable<PartMember>;
  /**
   * The JSON of the document in UTF-8, in chunks, of which one is held at a time.
   * @param sections absent: all, with parts that are not known
   * @throws before it resolves if a part is missing
   */
  text(
    references: PartReferences,
    schemaVersion: string,
    sections?: readonly SectionName[],
  ): Promise<AsyncIterable<Buffer>>;
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

/** A member of a part, as it is stored. */
export interface PartMember {
  /** Begins it: its name as JSON, with a colon. */
  readonly line: string;
  /** The JSON of its value. */
  readonly value: string;
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
  /** Sections with the entries that change, and no others, as `readEntries` has found them. */
  entries?: Partial<Sections> | undefined;
}

/** Any other part of a version comes from a newer release, which stores a member of the document apart. */
const KNOWN: ReadonlySet<string> = new Set([...SECTION_NAMES, 'tracks', 'edits']);

export const openDocumentParts: Factory<DocumentParts> = (environment: Environment) => {
  const files = openMediaFiles(environment);
  const stored = storedPartFiles(files);

  const parse = async (reference: PartReference): Promise<unknown> =>
    JSON.parse((await stored.text(reference)).toString('utf8'));

  const readEdits = async ({ edits }: PartReferences): Promise<Objects> =>
    edits === undefined ? {} : ((await parse(edits)) as Objects);

  const readObjects = async (references: PartReferences): Promise<Objects> => {
    const [objects, edits] = await Promise.all([parse(references.objects), readEdits(references)]);
    // Changed in place, since it was only just parsed: copying thousands of members takes longer than parsing them.
    return Object.assign(objects as Objects, edits);
  };

  const read = async <Name extends PartName>(references: PartReferences, name: Name) =>
    (await (name === 'objects' ? readObjects(references) : parse(references[name]))) as StoredParts[Name];

  return {
    read,

    async readPlanned(references, { sections: names, tracks: withTracks }) {
      const [sections, tracks] = await Promise.all([
        Promise.all(names.map(async (name) => [name, await read(references, name)] as const)),
        withTracks ? read(references, 'tracks') : undefined,
      ]);
      return {
        sections: Object.fromEntries(sections) as Partial<Sections>,
        ...(tracks === undefined ? {} : { tracks }),
      };
    },

    async readEntries(references, entries) {
      if (references.edits !== undefined && entries.objects !== undefined) return null;
      const found = await Promise.all(
        Object.entries(entries).map(async ([name, addresses]) => {
          const lines = await stored.find(name, references[name as PartName], addresses);
          return lines === null ? null : [name, sectionOfLines(name, lines)];
        }),
      );
      return found.includes(null) ? null : Object.fromEntries(found.filter((section) => section !== null));
    },

    async *members(references, name) {
      for await (const { line, value } of readMembers(await stored.stream(references[name])))
        yield { line, value: await text(value) };
    },

    async text(references, schemaVersion, sections) {
      const unknown = Object.entries(references).filter(
        ([name]) => sections === undefined && !KNOWN.has(name),
      );
      const isChosen = (name: SectionName) => sections === undefined || sections.includes(name);
      const streamOf = async (name: SectionName) =>
        isChosen(name) ? stored.stream(references[name]) : undefined;
      const [edits, added, videoDetails, objects, tracks, layers, variables, rules, extra] =
        await Promise.all([
          isChosen('objects') ? readEdits(references) : {},
          Promise.all(
            unknown.map(
              async ([name, reference]) => [nameLine(name), await stored.stream(reference)] as const,
            ),
          ),
          streamOf('videoDetails'),
          streamOf('objects'),
          isChosen('objects') ? stored.stream(references.tracks) : undefined,
          streamOf('layers'),
          streamOf('variables'),
          streamOf('rules'),
          streamOf('extra'),
        ]);
      const edited = new Map(
        Object.entries(edits).map(([id, object]) => [nameLine(id), JSON.stringify(object)]),
      );
      const tracked = objects && tracks && { objects, edits: edited, tracks };
      return rechunk(
        documentText(schemaVersion, { videoDetails, tracked, layers, variables, rules, extra, added }),
      );
    },

    async prepare(videoId, writeId, before, { parts, packed = {}, entries = {} }) {
      const keyOf = (name: string): string => mediaKeys.section(videoId, name, writeId);
      const prepared = await Promise.all([
        ...Object.entries({ ...parts, ...packed }).map(
          async ([name, value]) =>
            [
              name,
              await stored.prepare(
                name,
                keyOf(name),
                async (known) => packed[name] ?? packPart(name, value, known),
                before?.[name as PartName],
              ),
            ] as const,
        ),
        ...Object.entries(entries).map(async ([name, section]) => {
          if (before === null) throw new Error('The first version has no entries to be replaced');
          const lines = linesOfSection(name, section);
          return [
            name,
            await stored.prepareLines(name, keyOf(name), before[name as PartName], lines),
          ] as const;
        }),
      ]);
      const blobs = prepared.flatMap(([, { blob }]) => (blob === null ? [] : [blob]));
      const { edits, ...others } = before ?? ({} as PartReferences);
      const references = Object.fromEntries(prepared.map(([name, { reference }]) => [name, reference]));
      return {
        references: {
          ...others,
          ...(edits !== undefined && references.objects === undefined && { edits }),
          ...references,
        } as PartReferences,
        bytes: blobs.reduce((sum, { bytes }) => sum + bytes.length, 0),
        store: async () => {
          await Promise.all(blobs.map(({ key, bytes }) => files.put(key, bytes, 'application/gzip')));
        },
      };
    },

    async storedBytes(videoId) {
      let bytes = 0;
      for await (const { key, size } of files.list(mediaKeys.documents(videoId))) {
        if (key !== mediaKeys.frameIndex(videoId)) bytes += size;
      }
      return bytes;
    },
  };
};
