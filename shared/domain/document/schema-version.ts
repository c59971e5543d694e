import { ApiError } from '../../contract/errors.ts';
import { SCHEMA_VERSION } from './document.ts';

const VERSION = /^(\d{1,4})\.(\d{1,4})$/;

/** Whether a version of the schema, `<major>.<minor>`, is newer than the one that this code reads and writes. */
export function isNewerSchema(version: unknown): boolean {
  if (typeof version !== 'string') return false;
  const [given, own] = [version, SCHEMA_VERSION].map((text) => VERSION.exec(text));
  if (!given || !own) return false;
  const [major, minor] = [1, 2].map((part) => Number(given[part]) - Number(own[part]));
  return (major || minor || 0) > 0;
}

/** Whether a stored document must be migrated before this code can read it. */
export const isOlderSchema = (version: string): boolean =>
  version !== SCHEMA_VERSION && !isNewerSchema(version);

/** The schema version in which a stored document is served: documents of a newer schema are served unchanged. */
export const servedSchema = (version: string): string => (isNewerSchema(version) ? version : SCHEMA_VERSION);

/** @throws ApiError `UNSUPPORTED_SCHEMA` for a document that only a newer release of the service can edit */
export function requireSupportedSchema(version: unknown): void {
  if (!isNewerSchema(version)) return;
  throw new ApiError(
    'UNSUPPORTED_SCHEMA',
    `The document has the schema version ${version}; the newest that can be changed here is ${SCHEMA_VERSION}.`,
    { field: 'schemaVersion', details: { newest: SCHEMA_VERSION, provided: version } },
  );
}
