import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { type Route, route } from '../route.ts';
import { none, videoId } from '../schemas/parameters.ts';
import { displayName, formBoolean, MAX_COUNTER, queryInteger, success } from '../schemas/primitives.ts';
import {
  renamedVideo,
  uploadAnnouncement,
  uploadCompletion,
  uploadResult,
  uploadState,
  VIDEO_STATUSES,
  videoDetail,
  videoFilter,
  videoListEntry,
  videoPatch,
} from '../schemas/video.ts';

/** Which page of a list of videos. */
export const pageOf = {
  page: queryInteger(1, MAX_COUNTER).optional().describe('counted from 1; the first by default'),
  pageSize: queryInteger(1, LIMITS.pageSize).default(LIMITS.defaultPageSize).describe('videos on a page'),
};

export const listVideos = route({
  key: 'videos/list-videos',
  method: 'GET',
  path: '/api/videos',
  audience: 'both',
  summary: 'List videos, newest first',
  scopes: ['project:read'],
  params: none,
  query: z.strictObject({ ...pageOf, ...videoFilter }),
  body: null,
  status: 200,
  response: z
    .object({
      videos: z.array(videoListEntry),
      total: z.int(),
      page: z.int().min(1).max(MAX_COUNTER),
      pageSize: z.int().min(1).max(LIMITS.pageSize),
      nextCursor: z
        .string()
        .optional()
        .describe('what `cursor` must be for the next page; absent on the last one'),
    })
    .meta({ id: 'VideoPage' }),
  stores: ['videoLists', 'videoCount', 'urlSigner'],
});

export const getVideo = route({
  key: 'videos/get-video',
  method: 'GET',
  path: '/api/videos/{id}',
  audience: 'both',
  summary: 'Read a video with its metadata',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: videoDetail,
  stream: true,
  memory: 1024,
  stores: ['videoReader', 'versionLists', 'documentReader', 'urlSigner'],
});

export const uploadVideo = route({
  key: 'videos/upload-video',
  method: 'POST',
  path: '/api/videos/upload',
  audience: 'both',
  summary: 'Upload a video as a multipart form, or announce a file to be sent in parts',
  scopes: ['project:edit'],
  params: none,
  query: none,
  body: {
    kind: 'multipart',
    file: 'file',
    fields: z.strictObject({ name: displayName.optional(), autoProcess: formBoolean }),
    json: uploadAnnouncement,
  },
  status: 201,
  response: uploadResult,
  errors: ['UNSUPPORTED_FORMAT', 'PROJECT_NOT_ALLOWED', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: [
    'newVideos',
    'videoRemover',
    'storageUsage',
    'versionWriter',
    'mediaFiles',
    'uploadControl',
    'urlSigner',
    'idempotency',
  ],
  objects: { uploads: ['PutObject', 'AbortMultipartUpload'] },
});

export const getUpload = route({
  key: 'videos/get-upload',
  method: 'GET',
  path: '/api/videos/{id}/upload',
  audience: 'both',
  summary:
    'List the parts of a direct upload that have arrived; a key with project:edit gets fresh URLs for the others',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: uploadState,
  memory: 1024,
  stores: ['videoReader', 'versionLists', 'arrivedParts', 'urlSigner'],
});

export const completeUpload = route({
  key: 'videos/complete-upload',
  method: 'POST',
  path: '/api/videos/{id}/upload/complete',
  audience: 'both',
  summary: 'Complete a direct upload; safe to repeat',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: { kind: 'json', schema: uploadCompletion },
  status: 200,
  response: z.object({ id: z.string(), status: z.enum(VIDEO_STATUSES) }).meta({ id: 'UploadCompleted' }),
  stores: ['videoWriter', 'versionLists', 'mediaFiles', 'uploadControl', 'idempotency'],
  objects: { uploads: ['GetObject'] },
  listsObjects: true,
});

export const renameVideo = route({
  key: 'videos/rename-video',
  method: 'PATCH',
  path: '/api/videos/{id}',
  audience: 'both',
  summary: 'Rename a video',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: { kind: 'json', schema: videoPatch },
  status: 200,
  response: z.object({ success: z.boolean(), video: renamedVideo }).meta({ id: 'VideoRenamed' }),
  stores: ['videoWriter', 'versionLists'],
});

export const deleteVideo = route({
  key: 'videos/delete-video',
  method: 'DELETE',
  path: '/api/videos/{id}',
  audience: 'both',
  summary: 'Delete a video and all associated data',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: success,
  ifMatch: true,
  stores: ['videoReader', 'versionWriter', 'purger'],
});

export const videoRoutes: readonly Route[] = [
  listVideos,
  uploadVideo,
  getUpload,
  completeUpload,
  getVideo,
  renameVideo,
  deleteVideo,
];
