import type { JsonObject } from '../json/json.ts';

/** A step from one version of the document's schema to the next. */
export interface Migration {
  readonly from: string;
  readonly to: string;
  /**
   * @param document as clients read it while `from` was the schema; must not be modified
   * @returns the same document in the schema `to`, which sets its `schemaVersion` afterwards
   */
  readonly apply: (document: JsonObject) => JsonObject;
}

/**
 * In order: each begins where the one before ends, and the last ends at `SCHEMA_VERSION`. A release that raises it
 * appends one; none is ever taken away, since documents in files are of any age.
 */
export const MIGRATIONS: readonly Migration[] = [];

/** Takes a document as far as the migrations lead; one of another origin, or newer, comes back as it is. */
export const migrate = (document: JsonObject): JsonObject =>
  MIGRATIONS.reduce(
    (current, { from, to, apply }) =>
      current.schemaVersion === from ? { ...apply(current), schemaVersion: to } : current,
    document,
  );
