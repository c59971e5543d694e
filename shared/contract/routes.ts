import * as z from 'zod';
import { LIMITS } from './limits.ts';
import type { JsonBody, MultipartBody, Route } from './route.ts';
import { keyIdentity } from './schemas/account.ts';
import { jobStarted, jobStatus, processingOptions } from './schemas/job.ts';
import { jsonPatch } from './schemas/json-patch.ts';
import { metadataDocument, metadataPatch, versionEntry } from './schemas/metadata.ts';
import { editedObject, objectPatch, trackedObject } from './schemas/object.ts';
import { displayName, MAX_COUNTER, queryInteger, timestamp } from './schemas/primitives.ts';
import { changeRequest, projectListEntry, projectSummary } from './schemas/project.ts';
import {
  uploadAnnouncement,
  uploadCompletion,
  uploadResult,
  uploadState,
  VIDEO_STATUSES,
  videoDetail,
  videoListEntry,
} from './schemas/video.ts';

/** RFC 7396. */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const none = z.object({});
const aboutVideo = z.string().describe("the video's id");
const videoId = z.object({ id: aboutVideo });
const projectId = z.object({ videoId: aboutVideo });
const objectId = z.object({ id: aboutVideo, objectId: z.string().describe("the tracked object's id") });
const baseVersion = z.object({
  baseVersion: queryInteger(1, MAX_COUNTER)
    .optional()
    .describe('the version the write is based on, as `If-Match`'),
});
const success = z.object({ success: z.boolean() }).meta({ id: 'Success' });

const route = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends JsonBody | MultipartBody | null,
  O extends z.ZodType,
>(
  row: Route<P, Q, B, O>,
): Route<P, Q, B, O> => row;

export const whoami = route({
  key: 'account/whoami',
  method: 'GET',
  path: '/api/v1/whoami',
  summary: 'Identify the calling key',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: keyIdentity,
});

export const listVideos = route({
  key: 'videos/list-videos',
  method: 'GET',
  path: '/api/videos',
  summary: 'List videos, newest first',
  scopes: ['project:read'],
  params: none,
  query: z.object({
    page: queryInteger(1, MAX_COUNTER).default(1).describe('counted from 1'),
    pageSize: queryInteger(1, LIMITS.pageSize).default(LIMITS.defaultPageSize).describe('videos on a page'),
  }),
  body: null,
  status: 200,
  response: z.object({
    videos: z.array(videoListEntry),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
});

export const getVideo = route({
  key: 'videos/get-video',
  method: 'GET',
  path: '/api/videos/{id}',
  summary: 'Read a video with its metadata',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: videoDetail,
  stream: true,
  memory: 1024,
});

export const uploadVideo = route({
  key: 'videos/upload-video',
  method: 'POST',
  path: '/api/videos/upload',
  summary: 'Upload a video as a multipart form, or announce a file whose parts go straight to the store',
  scopes: ['project:edit'],
  params: none,
  query: none,
  body: {
    kind: 'multipart',
    file: 'file',
    fields: z.object({
      name: displayName.optional(),
      autoProcess: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true'),
    }),
    json: uploadAnnouncement,
  },
  status: 201,
  response: uploadResult,
  errors: ['UNSUPPORTED_FORMAT', 'PROJECT_NOT_ALLOWED', 'QUOTA_EXCEEDED'],
  memory: 1024,
});

export const getUpload = route({
  key: 'videos/get-upload',
  method: 'GET',
  path: '/api/videos/{id}/upload',
  summary:
    'See which parts of a direct upload have arrived; a key with project:edit gets fresh URLs for the others',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: uploadState,
  memory: 1024,
});

export const completeUpload = route({
  key: 'videos/complete-upload',
  method: 'POST',
  path: '/api/videos/{id}/upload/complete',
  summary: 'Complete a direct upload; repeating it does no harm',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: { kind: 'json', schema: uploadCompletion },
  status: 200,
  response: z.object({ id: z.string(), status: z.enum(VIDEO_STATUSES) }),
});

export const deleteVideo = route({
  key: 'videos/delete-video',
  method: 'DELETE',
  path: '/api/videos/{id}',
  summary: 'Delete a video and all associated data',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: success,
});

export const getMetadata = route({
  key: 'metadata/get-metadata',
  method: 'GET',
  path: '/api/videos/{id}/metadata',
  summary: 'Read the metadata document or an older version of it',
  scopes: ['project:read'],
  params: videoId,
  query: z.object({
    version: queryInteger(1, MAX_COUNTER).optional().describe('the version to read; the newest by default'),
  }),
  body: null,
  status: 200,
  response: metadataDocument,
  etag: 'sent',
  errors: ['VERSION_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
});

export const patchMetadata = route({
  key: 'metadata/patch-metadata',
  method: 'PATCH',
  path: '/api/videos/{id}/metadata',
  summary: 'Merge a partial document into the metadata',
  scopes: ['project:edit'],
  params: videoId,
  query: baseVersion,
  body: {
    kind: 'json',
    schema: metadataPatch,
    mediaTypes: { [MERGE_PATCH_TYPE]: metadataPatch, 'application/json-patch+json': jsonPatch },
  },
  status: 200,
  response: z.object({ success: z.boolean(), version: z.int(), updatedAt: timestamp }),
  etag: 'matched',
  errors: ['READ_ONLY_FIELD', 'OBJECT_NOT_FOUND', 'VIDEO_NOT_READY'],
  memory: 1024,
});

export const listVersions = route({
  key: 'metadata/list-versions',
  method: 'GET',
  path: '/api/videos/{id}/versions',
  summary: 'List the versions of the metadata, newest first',
  scopes: ['project:read'],
  params: videoId,
  query: z.object({
    before: queryInteger(1, MAX_COUNTER).optional().describe('only versions older than this one'),
    limit: queryInteger(1, 1000).optional().describe('at most so many; all by default'),
  }),
  body: null,
  status: 200,
  response: z.object({ versions: z.array(versionEntry), currentVersion: z.int() }),
  errors: ['VIDEO_NOT_READY'],
  stream: true,
});

export const exportVideo = route({
  key: 'metadata/export-video',
  method: 'GET',
  path: '/api/videos/{id}/export',
  summary: 'Export the video or its metadata',
  scopes: ['export:read'],
  params: videoId,
  query: z.object({
    format: z
      .enum(['native', 'json'])
      .default('native')
      .describe('`native`: the video with its metadata embedded; `json`: the metadata document'),
  }),
  body: null,
  status: 200,
  response: z.object({ downloadUrl: z.string(), expiresAt: timestamp, fileSize: z.int() }),
  errors: ['VIDEO_NOT_READY'],
  timeout: 29,
  memory: 1024,
});

export const listObjects = route({
  key: 'objects/list-objects',
  method: 'GET',
  path: '/api/videos/{id}/objects',
  summary: 'List the tracked objects',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: z.object({ objects: z.array(trackedObject) }),
  etag: 'sent',
  errors: ['VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
});

export const patchObject = route({
  key: 'objects/patch-object',
  method: 'PATCH',
  path: '/api/videos/{id}/objects/{objectId}',
  summary: 'Name a tracked object, or attach data to it',
  scopes: ['project:edit'],
  params: objectId,
  query: baseVersion,
  body: { kind: 'json', schema: objectPatch },
  status: 200,
  response: z.object({ success: z.boolean(), object: editedObject }),
  etag: 'matched',
  errors: ['READ_ONLY_FIELD', 'VIDEO_NOT_READY'],
  memory: 1024,
});

export const deleteObject = route({
  key: 'objects/delete-object',
  method: 'DELETE',
  path: '/api/videos/{id}/objects/{objectId}',
  summary: 'Remove an object from tracking',
  scopes: ['project:edit'],
  params: objectId,
  query: baseVersion,
  body: null,
  status: 200,
  response: success,
  etag: 'matched',
  errors: ['VIDEO_NOT_READY'],
  memory: 1024,
});

export const startProcessing = route({
  key: 'processing/start-processing',
  method: 'POST',
  path: '/api/videos/{id}/process',
  summary: 'Start detection and tracking of objects',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: { kind: 'json', schema: processingOptions, optional: true },
  status: 200,
  response: jobStarted,
  errors: ['VIDEO_NOT_READY', 'JOB_IN_PROGRESS', 'QUOTA_EXCEEDED'],
  memory: 512,
});

export const getProcessingStatus = route({
  key: 'processing/get-processing-status',
  method: 'GET',
  path: '/api/videos/{id}/process/status',
  summary: 'Read the state of the latest processing job',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: jobStatus,
  errors: ['JOB_NOT_FOUND'],
});

export const cancelProcessing = route({
  key: 'processing/cancel-processing',
  method: 'POST',
  path: '/api/videos/{id}/process/cancel',
  summary: 'Cancel the active processing job',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: z.object({ success: z.boolean(), status: z.string() }),
  errors: ['JOB_NOT_CANCELLABLE'],
});

export const getOpenApi = route({
  key: 'reference/get-openapi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Read this description of the API, in OpenAPI 3.1',
  scopes: [],
  open: true,
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.looseObject({ openapi: z.string() }),
});

export const getDocs = route({
  key: 'reference/get-docs',
  method: 'GET',
  path: '/api/docs',
  summary: 'Read this description of the API as a page for people',
  scopes: [],
  open: true,
  params: none,
  query: none,
  body: null,
  status: 200,
  mediaType: 'text/html; charset=utf-8',
  response: z.string(),
});

export const listProjects = route({
  key: 'projects/list-projects',
  method: 'GET',
  path: '/api/v1/projects',
  summary: 'List the processed videos the key may use, newest first',
  scopes: ['project:read'],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.object({ projects: z.array(projectListEntry).max(LIMITS.listedProjects) }),
  stream: true,
  memory: 512,
});

export const getProject = route({
  key: 'projects/get-project',
  method: 'GET',
  path: '/api/v1/projects/{videoId}',
  summary: 'Read the summary of a project',
  scopes: ['project:read'],
  params: projectId,
  query: none,
  body: null,
  status: 200,
  response: projectSummary,
  errors: ['VIDEO_NOT_READY'],
  memory: 1024,
});

export const applyChanges = route({
  key: 'projects/apply-changes',
  method: 'POST',
  path: '/api/v1/projects/{videoId}/changes',
  summary: 'Apply a JSON Patch to the document of a project',
  scopes: ['project:edit'],
  params: projectId,
  query: none,
  body: { kind: 'json', schema: changeRequest },
  status: 200,
  response: z.object({ success: z.boolean(), revision: z.int(), updatedAt: timestamp }),
  etag: 'matched',
  errors: ['READ_ONLY_FIELD', 'OBJECT_NOT_FOUND', 'VIDEO_NOT_READY'],
  memory: 1024,
});

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  whoami,
  listVideos,
  uploadVideo,
  getUpload,
  completeUpload,
  getVideo,
  deleteVideo,
  getMetadata,
  patchMetadata,
  listVersions,
  exportVideo,
  listObjects,
  patchObject,
  deleteObject,
  startProcessing,
  getProcessingStatus,
  cancelProcessing,
  listProjects,
  getProject,
  applyChanges,
  getOpenApi,
  getDocs,
];

/** Answers whatever no row matches; not an endpoint of its own. */
export const notFound = route({
  key: 'not-found',
  method: 'GET',
  path: '/{proxy+}',
  summary: 'Unknown routes',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.never(),
});
