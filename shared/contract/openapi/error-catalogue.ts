import { ApiError, type ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { VIDEO_CODECS_TEXT } from '../video-formats.ts';
import { KEY_ID, UPDATED_AT } from './documentation/samples.ts';

interface CatalogueEntry {
  /** When this error is returned. */
  meaning: string;
  example: ApiError;
}

const { inlineUploadBytes, pageSize } = LIMITS;

const entry = (
  code: ErrorCode,
  meaning: string,
  message: string,
  more: { field?: string; details?: Record<string, unknown> } = {},
): CatalogueEntry => ({ meaning, example: new ApiError(code, message, more) });

/** What every error code means, with an example. */
export const ERROR_CATALOGUE: Readonly<Record<ErrorCode, CatalogueEntry>> = {
  INVALID_PARAMETER: entry(
    'INVALID_PARAMETER',
    'A parameter, header or member of the body is invalid.',
    `pageSize must be at least 1 and at most ${pageSize}.`,
    { field: 'pageSize', details: { min: 1, max: pageSize, provided: 500 } },
  ),
  MISSING_PARAMETER: entry('MISSING_PARAMETER', 'Something required is missing.', 'A body is required.', {
    field: 'body',
  }),
  INVALID_JSON: entry('INVALID_JSON', 'The body is not JSON.', 'The request body is not valid JSON.', {
    field: 'body',
  }),
  UNSUPPORTED_FORMAT: entry(
    'UNSUPPORTED_FORMAT',
    `The file is not an MP4, MOV or WebM with video in ${VIDEO_CODECS_TEXT}, judged by its bytes.`,
    `Video in MPEG-4 Part 2 (mp4v) cannot be decoded. Supported are ${VIDEO_CODECS_TEXT}.`,
    { field: 'file' },
  ),
  FILE_TOO_LARGE: entry(
    'FILE_TOO_LARGE',
    'The file or the body is larger than a request may carry.',
    `The file is larger than the ${inlineUploadBytes} bytes that a form may carry.`,
    { field: 'file', details: { min: 1, max: inlineUploadBytes, provided: 73_400_320 } },
  ),
  READ_ONLY_FIELD: entry(
    'READ_ONLY_FIELD',
    'A write names a member that cannot be changed.',
    'videoDetails.fps cannot be changed.',
    { field: 'videoDetails.fps' },
  ),
  UNSUPPORTED_SCHEMA: entry(
    'UNSUPPORTED_SCHEMA',
    'The metadata document is of a newer schema than this release of the service can write; reading it is possible.',
    'The document has the schema version 1.1; the newest that can be changed here is 1.0.',
    { field: 'schemaVersion', details: { newest: '1.0', provided: '1.1' } },
  ),
  UNAUTHENTICATED: entry(
    'UNAUTHENTICATED',
    'The key is missing, malformed, unknown, expired or revoked; the answer does not say which.',
    'A valid API key is required.',
  ),
  INSUFFICIENT_SCOPE: entry(
    'INSUFFICIENT_SCOPE',
    'The key lacks a scope that the endpoint requires.',
    'This needs the scope project:edit.',
    { details: { required: ['project:edit'] } },
  ),
  PROJECT_NOT_ALLOWED: entry(
    'PROJECT_NOT_ALLOWED',
    'The key is restricted to certain videos, and this is not one of them.',
    'This key is not permitted to use this video.',
  ),
  NOT_OWNER: entry(
    'NOT_OWNER',
    'The video belongs to another account.',
    'This video belongs to another account.',
  ),
  QUOTA_EXCEEDED: entry(
    'QUOTA_EXCEEDED',
    'The account has as many videos, bytes (of video files and of metadata versions), open uploads, jobs, surfaces or keys as its tier allows.',
    'The account may have at most 1000 videos. Delete some to make room.',
    { details: { quota: 'videos', max: 1000, current: 1000 } },
  ),
  VIDEO_NOT_FOUND: entry(
    'VIDEO_NOT_FOUND',
    'There is no such video, or it has been deleted.',
    'There is no such video.',
  ),
  OBJECT_NOT_FOUND: entry(
    'OBJECT_NOT_FOUND',
    'The video has no such tracked object.',
    'There is no object objects.obj_a4c072d00000.',
    { field: 'objects.obj_a4c072d00000' },
  ),
  VERSION_NOT_FOUND: entry(
    'VERSION_NOT_FOUND',
    'The metadata has no such version.',
    'There is no version 12.',
    { field: 'version', details: { min: 1, max: 7, provided: 12 } },
  ),
  PATH_NOT_FOUND: entry(
    'PATH_NOT_FOUND',
    'The document has nothing at the path.',
    'There is nothing at /layers/credits. List entries that have an id are named by it.',
    { field: 'path' },
  ),
  JOB_NOT_FOUND: entry(
    'JOB_NOT_FOUND',
    'The video has never been processed, and its upload has not promised it.',
    'This video has never been processed.',
  ),
  KEY_NOT_FOUND: entry('KEY_NOT_FOUND', 'The account has no such key.', `There is no key ${KEY_ID}.`),
  WEBHOOK_NOT_FOUND: entry(
    'WEBHOOK_NOT_FOUND',
    'The account has no such webhook, or the key may not manage it.',
    'There is no webhook wh_7f3a9c2e5b1d4f60.',
  ),
  ROUTE_NOT_FOUND: entry('ROUTE_NOT_FOUND', 'There is no such route.', 'No such route.'),
  VERSION_CONFLICT: entry(
    'VERSION_CONFLICT',
    'The version that the write is based on is no longer the newest.',
    'The newest version is 7, not 5.',
    { details: { expected: 5, current: 7, conflictingPaths: ['/layers/titles/overlays/t1/name'] } },
  ),
  VIDEO_NOT_READY: entry(
    'VIDEO_NOT_READY',
    'The video is not processed yet, or could not be.',
    'The video is not processed yet: its status is uploading.',
    { details: { status: 'uploading' } },
  ),
  JOB_IN_PROGRESS: entry(
    'JOB_IN_PROGRESS',
    'A video has at most one processing job at a time.',
    'A processing job of this video is in progress.',
  ),
  JOB_NOT_CANCELLABLE: entry(
    'JOB_NOT_CANCELLABLE',
    'There is no job, or it is over.',
    'No job of this video can be cancelled now.',
  ),
  PLUGIN_CONFLICT: entry(
    'PLUGIN_CONFLICT',
    'This version of the plugin is installed with other content.',
    'user:callout 1.0.0 is installed with other content.',
    { details: { type: 'user:callout', version: '1.0.0', installedAt: UPDATED_AT } },
  ),
  KEY_ALREADY_CREATED: entry(
    'KEY_ALREADY_CREATED',
    'The first request with this Idempotency-Key has created the key; its secret is not shown again.',
    `The key ${KEY_ID} was created; its secret cannot be shown again.`,
    { details: { keyId: KEY_ID } },
  ),
  WEBHOOK_NOT_ACTIVE: entry(
    'WEBHOOK_NOT_ACTIVE',
    'Nothing is sent to a webhook that is paused or disabled.',
    'The webhook is paused: make it active first.',
    { details: { status: 'paused' } },
  ),
  IDEMPOTENCY_IN_PROGRESS: entry(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still being answered.',
    'The first request with this key is still running.',
  ),
  RATE_LIMITED: entry(
    'RATE_LIMITED',
    'The account has used up its requests of this minute.',
    'The limit of 100 requests per minute is reached.',
    { details: { limit: 100, resetAt: 1_795_255_260 } },
  ),
  DOCUMENT_BUSY: entry(
    'DOCUMENT_BUSY',
    'Others write to the same document so often that this write was always overtaken. Nothing was changed: repeat it.',
    'So many others change this document at the moment that nothing was changed. Repeat the request.',
  ),
  INTERNAL_ERROR: entry(
    'INTERNAL_ERROR',
    'The service failed. `X-Request-Id` identifies the request to its operators.',
    'Something went wrong on our side.',
  ),
};
