import * as z from 'zod';
import { DEFAULT_EXPORT_FORMAT, EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '../export-formats.ts';
import { LIMITS } from '../limits.ts';
import { EDITING, SECTION_EDITING } from '../needs/editing-stores.ts';
import { type Route, route } from '../route.ts';
import { describedAs, generatedAs } from '../schemas/described-as.ts';
import { jsonPatch } from '../schemas/json-patch.ts';
import { metadataDocument, versionChange, versionEntry } from '../schemas/metadata.ts';
import { metadataMergePatch, metadataPatch } from '../schemas/metadata-patch.ts';
import { baseVersion, videoId } from '../schemas/parameters.ts';
import { MAX_COUNTER, nameList, queryInteger, timestamp, versionNumber } from '../schemas/primitives.ts';

/** RFC 7396. */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const version = queryInteger(1, MAX_COUNTER)
  .optional()
  .describe('the version to read; the newest by default');

const sections = nameList
  .optional()
  .describe(
    'the only members of the document to be sent besides `schemaVersion`, with commas between their names; `extra`: all that the ' +
      'service does not know',
  );

const path = z
  .string()
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'must be a JSON Pointer, such as /layers/titles')
  .optional()
  .describe(
    'where the only value to be sent is: a JSON Pointer (RFC 6901) with the `id` of a list entry in place of its index, such as ' +
      '`/layers/titles/name`',
  );

const documentOrPart = z.union([
  metadataDocument,
  z.unknown().describe('with `sections` some of its members, with `path` the value there'),
]);

// The type that generators give an answer does not follow the query.
export const getMetadata = route({
  key: 'metadata/get-metadata',
  method: 'GET',
  path: '/api/videos/{id}/metadata',
  audience: 'both',
  summary: 'Read the metadata document or an older version of it',
  scopes: ['project:read'],
  params: videoId,
  query: generatedAs(
    z.strictObject({ version, sections, path }).check(({ value, issues }) => {
      if (value.sections === undefined || value.path === undefined) return;
      issues.push({
        code: 'custom',
        input: value,
        path: ['path'],
        message: 'must not be given with sections',
      });
    }),
    z.strictObject({ version }),
  ),
  body: null,
  status: 200,
  response: describedAs(metadataDocument.clone(), generatedAs(documentOrPart, metadataDocument)),
  etag: true,
  errors: ['VERSION_NOT_FOUND', 'PATH_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
  stores: ['videoReader', 'versionReader', 'documentReader'],
});

export const patchMetadata = route({
  key: 'metadata/patch-metadata',
  method: 'PATCH',
  path: '/api/videos/{id}/metadata',
  audience: 'both',
  summary: 'Merge a partial document into the metadata',
  scopes: ['project:edit'],
  params: videoId,
  query: baseVersion,
  body: {
    kind: 'json',
    schema: metadataPatch,
    mediaTypes: { [MERGE_PATCH_TYPE]: metadataMergePatch, 'application/json-patch+json': jsonPatch },
  },
  status: 200,
  response: z
    .object({ success: z.boolean(), version: versionNumber, updatedAt: timestamp })
    .meta({ id: 'MetadataPatched' }),
  etag: true,
  ifMatch: true,
  errors: ['READ_ONLY_FIELD', 'OBJECT_NOT_FOUND', 'VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: SECTION_EDITING,
});

export const listVersions = route({
  key: 'metadata/list-versions',
  method: 'GET',
  path: '/api/videos/{id}/versions',
  audience: 'both',
  summary: 'List the versions of the metadata, newest first',
  scopes: ['project:read'],
  params: videoId,
  query: z.strictObject({
    before: queryInteger(1, MAX_COUNTER).optional().describe('only versions older than this one'),
    limit: queryInteger(1, 1000).optional().describe('the most versions to return; all by default'),
    author: z
      .string()
      .min(1)
      .max(LIMITS.nameLength)
      .optional()
      .describe('only versions that the key or person with this id has made'),
  }),
  body: null,
  status: 200,
  response: z
    .object({ versions: z.array(versionEntry), currentVersion: versionNumber })
    .meta({ id: 'VersionList' }),
  errors: ['VIDEO_NOT_READY'],
  stream: true,
  stores: ['videoReader', 'versionLists'],
});

export const restoreVersion = route({
  key: 'metadata/restore-version',
  method: 'POST',
  path: '/api/videos/{id}/versions/{version}/restore',
  audience: 'both',
  summary: 'Make the next version of the metadata from an older one',
  scopes: ['project:edit'],
  params: videoId.extend({ version: queryInteger(1, MAX_COUNTER).describe('the older version') }),
  query: baseVersion,
  body: null,
  status: 200,
  response: patchMetadata.response,
  etag: true,
  ifMatch: true,
  errors: ['MISSING_PARAMETER', 'VERSION_NOT_FOUND', 'VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: [...EDITING, 'idempotency'],
});

export const compareVersions = route({
  key: 'metadata/compare-versions',
  method: 'GET',
  path: '/api/videos/{id}/versions/{version}',
  audience: 'both',
  summary: 'List what is different between two versions of the metadata',
  scopes: ['project:read'],
  params: videoId.extend({
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}\.\.\.[1-9]\d{0,8}$/, 'must be two versions with three dots between them')
      .describe('both versions, as `3...7`'),
  }),
  query: z.strictObject({
    limit: queryInteger(1, LIMITS.listedEntries)
      .default(LIMITS.listedEntries)
      .describe('the most changes to return'),
  }),
  body: null,
  status: 200,
  response: z
    .object({
      from: versionNumber,
      to: versionNumber,
      changes: z.array(versionChange),
      total: z.int().min(0).max(MAX_COUNTER).describe('of changes'),
    })
    .meta({ id: 'VersionComparison' }),
  errors: ['VERSION_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1769,
  stores: ['videoReader', 'versionReader', 'documentReader'],
});

export const exportVideo = route({
  key: 'metadata/export-video',
  method: 'GET',
  path: '/api/videos/{id}/export',
  audience: 'both',
  summary: 'Export the video or its metadata',
  scopes: ['export:read'],
  params: videoId,
  query: z.strictObject({
    format: z
      .enum(EXPORT_FORMAT_NAMES)
      .default(DEFAULT_EXPORT_FORMAT)
      .describe(
        EXPORT_FORMAT_NAMES.map((name) => `\`${name}\`: ${EXPORT_FORMATS[name].description}`).join('; '),
      ),
  }),
  body: null,
  status: 200,
  response: z
    .object({ downloadUrl: z.string(), expiresAt: timestamp, fileSize: z.int().describe('bytes') })
    .meta({ id: 'ExportedFile' }),
  errors: ['VIDEO_NOT_READY'],
  timeout: 29,
  memory: 1024,
  stores: ['videoReader', 'versionLists', 'documentReader', 'mediaFiles', 'urlSigner'],
  objects: {
    uploads: ['GetObject'],
    exports: ['GetObject', 'PutObject', 'DeleteObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
  },
  listsObjects: true,
});

export const metadataRoutes: readonly Route[] = [
  getMetadata,
  patchMetadata,
  listVersions,
  restoreVersion,
  compareVersions,
  exportVideo,
];
