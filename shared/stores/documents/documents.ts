import { buffer } from 'node:stream/consumers';
import type { LoadedParts, VideoDetails } from '../../domain/document/document.ts';
import { documentView } from '../../domain/document/document-view.ts';
import type { EditPlan } from '../../domain/document/edit/document-edit.ts';
import { migrate } from '../../domain/document/migrations.ts';
import { isOlderSchema } from '../../domain/document/schema-version.ts';
import { splitDocument } from '../../domain/document/split-document.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { rechunk } from '../../kernel/bytes/chunks.ts';
import type { Environment, Opener } from '../../kernel/runtime/environment.ts';
import {
  type ChangedParts,
  openDocumentParts,
  type PartReferences,
  type PreparedParts,
} from './document-parts.ts';
import type { PartName, StoredParts } from './pack-part.ts';

/** A document as a version holds it. */
export interface StoredDocument {
  /** Version of the schema that its parts have. */
  schemaVersion: string;
  parts: PartReferences;
}

/**
 * The documents of versions, as this code knows them: one of an older schema is migrated whenever it is read, which
 * takes it whole into memory; one of a newer schema is read as it is.
 */
export interface Documents {
  read<Name extends PartName>(document: StoredDocument, name: Name): Promise<StoredParts[Name]>;
  /** The parts that an edit needs. */
  readPlanned(document: StoredDocument, plan: EditPlan): Promise<LoadedParts>;
  /**
   * The document's JSON in UTF-8, in pieces, of which one is held at a time. What is missing shows before this
   * resolves.
   */
  text(document: StoredDocument): Promise<AsyncIterable<Buffer>>;
  /**
   * Makes ready to be stored what changes, under names that nobody else writes to, in the schema of this code: every
   * part of a document that has an older one.
   * @param before what it changes, not of a newer schema; null when it is the first and complete
   */
  prepare(
    videoId: string,
    writeId: string,
    before: StoredDocument | null,
    changed: ChangedParts,
  ): Promise<PreparedParts>;
  /** What all versions of a video keep in objects of their own, in bytes; those that nobody refers to included. */
  storedBytes(videoId: string): Promise<number>;
}

export const openDocuments: Opener<Documents> = (environment: Environment) => {
  const stored = openDocumentParts(environment);
  const migrated = new WeakMap<StoredDocument, Promise<StoredParts>>();

  const migrateWhole = async ({ schemaVersion, parts }: StoredDocument): Promise<StoredParts> => {
    const json = await buffer(await stored.text(parts, schemaVersion));
    const document = migrate(JSON.parse(json.toString('utf8')) as JsonObject);
    try {
      const { sections, tracks } = splitDocument(document, document.videoDetails as VideoDetails);
      return { ...sections, tracks };
    } catch (cause) {
      // No mistake of whoever asks for it.
      throw new Error(`A document of the schema ${schemaVersion} cannot be migrated`, { cause });
    }
  };

  /** The document migrated, once for all that is asked of it; null where that is not needed. */
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

    async text(document) {
      const whole = await older(document);
      if (whole === null) return stored.text(document.parts, document.schemaVersion);
      const { tracks, ...sections } = whole;
      return rechunk([JSON.stringify(documentView({ sections, tracks }))]);
    },

    async prepare(videoId, writeId, before, changed) {
      const whole = before === null ? null : await older(before);
      if (whole === null) return stored.prepare(videoId, writeId, before?.parts ?? null, changed);
      const objects = { ...whole.objects, ...changed.edited };
      return stored.prepare(videoId, writeId, null, { parts: { ...whole, objects, ...changed.parts } });
    },

    storedBytes: stored.storedBytes,
  };
};
