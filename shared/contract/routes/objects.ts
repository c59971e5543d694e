import * as z from 'zod';
import { EDITING } from '../needs/editing-stores.ts';
import { type Route, route } from '../route.ts';
import { editedObject, markedSurface, objectPatch, surfaceStarted } from '../schemas/object.ts';
import { baseVersion, objectId, videoId } from '../schemas/parameters.ts';
import { success } from '../schemas/primitives.ts';

export const patchObject = route({
  key: 'objects/patch-object',
  method: 'PATCH',
  path: '/api/videos/{id}/objects/{objectId}',
  audience: 'both',
  summary: 'Name a tracked object, or attach data to it',
  scopes: ['project:edit'],
  params: objectId,
  query: baseVersion,
  body: { kind: 'json', schema: objectPatch },
  status: 200,
  response: z.object({ success: z.boolean(), object: editedObject }).meta({ id: 'ObjectPatched' }),
  etag: true,
  ifMatch: true,
  errors: ['READ_ONLY_FIELD', 'VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: EDITING,
});

export const deleteObject = route({
  key: 'objects/delete-object',
  method: 'DELETE',
  path: '/api/videos/{id}/objects/{objectId}',
  audience: 'both',
  summary: 'Remove an object from tracking',
  scopes: ['project:edit'],
  params: objectId,
  query: baseVersion,
  body: null,
  status: 200,
  response: success,
  etag: true,
  ifMatch: true,
  errors: ['VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: EDITING,
});

export const createSurface = route({
  key: 'objects/create-surface',
  method: 'POST',
  path: '/api/videos/{id}/objects/surface',
  audience: 'both',
  summary: 'Mark a surface in one frame, and have it tracked through the video',
  scopes: ['project:edit'],
  params: videoId,
  query: baseVersion,
  body: { kind: 'json', schema: markedSurface },
  status: 201,
  response: surfaceStarted,
  etag: true,
  ifMatch: true,
  errors: ['OBJECT_NOT_FOUND', 'VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  waits: true,
  memory: 1024,
  stores: [
    ...EDITING,
    'mediaFiles',
    'surfaceStarts',
    'surfaceQuota',
    'surfaceSlots',
    'detectionQueue',
    'idempotency',
  ],
});

export const objectRoutes: readonly Route[] = [patchObject, deleteObject, createSurface];
