import type { JsonObject } from '../json/json.ts';

/** A step from one version of the document's schema to the next. */
export interface Migration {
  readonly from: string;
  readonly to: string;
  /**
   * @param document as clients read it in the schema `from`; must not be modified
   * @returns the same document in the schema `to`; its `schemaVersion` is set afterwards
   */
  readonly apply: (document: JsonObject) => JsonObject;
}

/**
 * In order: each starts at the version at which the previous one ends, and the last ends at `SCHEMA_VERSION`. A release
 * that raises it appends one. None is ever removed, since documents embedded in files can be of any age.
 */
export const MIGRATIONS: readonly Migration[] = [];

/** Applies all migrations that lead from the document's version; a document of an unknown or newer version is returned unchanged. */
export const migrate = (document: JsonObject): JsonObject =>
  MIGRATIONS.reduce(
    (current, { from, to, apply }) =>
      current.schemaVersion === from ? { ...apply(current), schemaVersion: to } : current,
    document,
  );
