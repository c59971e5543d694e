import { buffer } from 'node:stream/consumers';
import type { VideoDetails } from '../../contract/schemas/metadata.ts';
import type { LoadedParts, SectionName } from '../../domain/document/document.ts';
import { documentView } from '../../domain/document/document-view.ts';
import type { EditPlan } from '../../domain/document/edit/document-edit.ts';
import type { Entries } from '../../domain/document/edit/narrow-edit.ts';
import { migrate } from '../../domain/document/migrations.ts';
import { isOlderSchema } from '../../domain/document/schema-version.ts';
import { splitDocument } from '../../domain/document/split-document.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { rechunk } from '../../kernel/bytes/chunks.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { Factory } from '../../kernel/runtime/store-factories.ts';
import { storeFactory } from '../store-factory.ts';
import {
  type ChangedParts,
  openDocumentParts,
  type PartMember,
  type PartReferences,
  type PreparedParts,
} from './document-parts.ts';
import type { PartName, StoredParts } from './pack-part.ts';
import { nameLine } from './part-layout.ts';

/** A document as a version holds it. */
export interface StoredDocument {
  /** Version of the schema that its parts have. */
  schemaVersion: string;
  parts: PartReferences;
}

/**
 * The documents of versions, in the schema of this code: a document of an older schema is migrated whenever it is read,
 * which takes all of it into memory; one of a newer schema is read as it is.
 */
export interface Documents {
  read<Name extends PartName>(document: StoredDocument, name: Name): Promise<StoredParts[Name]>;
  /** The parts that an edit needs. */
  readPlanned(document: StoredDocument, plan: EditPlan): Promise<LoadedParts>;
  /**
   * Parts with some of their entries only, in the document's order; null if any is not found, or is read as fast with
   * all others.
   */
  readEntries(document: StoredDocument, entries: Entries): Promise<Partial<StoredParts> | null>;
  /** The tracks by the line that begins each, in the order of these lines, of which one is held at a time. */
  tracks(document: StoredDocument): AsyncIterable<PartMember>;
  /**
   * The document's JSON in UTF-8, in chunks, of which one is held at a time.
   * @param sections absent: all
   * @throws before it resolves if a part is missing
   */
  text(document: StoredDocument, sections?: readonly SectionName[]): Promise<AsyncIterable<Buffer>>;
  /**
   * Prepares the changed parts for storing, under keys that no other write uses. All parts of a document of an older
   * schema count as changed.
   * @param before the document to change, not of a newer schema; null for the first, which has all parts
   */
  prepare(
    videoId: string,
    writeId: string,
    before: StoredDocument | null,
    changed: ChangedParts,
  ): Promise<PreparedParts>;
  /** Bytes that all versions of a video keep in S3, unreferenced objects included. */
  storedBytes(videoId: string): Promise<number>;
}

export const openDocuments: Factory<Documents> = (environment: Environment) => {
  const stored = openDocumentParts(environment);
  const migrated = new WeakMap<StoredDocument, Promise<StoredParts>>();

  const migrateWhole = async ({ schemaVersion, parts }: StoredDocument): Promise<StoredParts> => {
    const json = await buffer(await stored.text(parts, schemaVersion));
    const document = migrate(JSON.parse(json.toString('utf8')) as JsonObject);
    try {
      const { sections, tracks } = splitDocument(document, document.videoDetails as VideoDetails);
      return { ...sections, tracks };
    } catch (cause) {
      // The reader of the document is not to blame: this must not become an answer with status 400.
      throw new Error(`A document of the schema ${schemaVersion} cannot be migrated`, { cause });
    }
  };

  /** The migrated document, migrated only once; null where it has no older schema. */
  const older = (document: StoredDocument): Promise<StoredParts> | null => {
    if (!isOlderSchema(document.schemaVersion)) return null;
    const known = migrated.get(document) ?? migrateWhole(document);
    migrated.set(document, known);
    return known;
  };

  return {
    async read(document, name) {
      const whole = await older(document);
      return whole === null ? stored.read(document.parts, name) : whole[name];
    },

    async readPlanned(document, plan) {
      const whole = await older(document);
      if (whole === null) return stored.readPlanned(document.parts, plan);
      const sections = Object.fromEntries(plan.sections.map((name) => [name, whole[name]]));
      return { sections, ...(plan.tracks ? { tracks: whole.tracks } : {}) };
    },

    async readEntries({ schemaVersion, parts }, entries) {
      return isOlderSchema(schemaVersion) ? null : stored.readEntries(parts, entries);
    },

    async *tracks(document) {
      const whole = await older(document);
      if (whole === null) yield* stored.members(document.parts, 'tracks');
      else
        for (const [id, track] of Object.entries(whole.tracks).sort(([a], [b]) =>
          nameLine(a) < nameLine(b) ? -1 : 1,
        ))
          yield { line: nameLine(id), value: JSON.stringify(track) };
    },

    async text(document, sections) {
      const whole = await older(document);
      if (whole === null) return stored.text(document.parts, document.schemaVersion, sections);
      const { tracks, ...all } = whole;
      const chosen = sections && Object.fromEntries(sections.map((name) => [name, all[name]]));
      return rechunk([JSON.stringify(documentView({ sections: chosen ?? all, tracks }))]);
    },

    async prepare(videoId, writeId, before, changed) {
      const whole = before === null ? null : await older(before);
      if (whole === null) return stored.prepare(videoId, writeId, before?.parts ?? null, changed);
      return stored.prepare(videoId, writeId, null, { parts: { ...whole, ...changed.parts } });
    },

    storedBytes: stored.storedBytes,
  };
};

export type DocumentReader = Pick<Documents, 'read' | 'readPlanned' | 'readEntries' | 'tracks' | 'text'>;

export const openDocumentReader = storeFactory(
  'documentReader',
  (environment): DocumentReader => openDocuments(environment),
);
export const openDocumentWriter = storeFactory(
  'documentWriter',
  (environment): Documents => openDocuments(environment),
);
