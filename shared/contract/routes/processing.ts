import * as z from 'zod';
import { type Route, route } from '../route.ts';
import { jobStarted, jobStatus, processingOptions } from '../schemas/job.ts';
import { none, videoId } from '../schemas/parameters.ts';

export const startProcessing = route({
  key: 'processing/start-processing',
  method: 'POST',
  path: '/api/videos/{id}/process',
  audience: 'both',
  summary: 'Start detection and tracking of objects',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: { kind: 'json', schema: processingOptions, optional: true },
  status: 201,
  response: jobStarted,
  ifMatch: true,
  errors: ['MISSING_PARAMETER', 'VIDEO_NOT_READY', 'JOB_IN_PROGRESS', 'QUOTA_EXCEEDED', 'UNSUPPORTED_SCHEMA'],
  memory: 512,
  stores: [
    'videoReader',
    'versionLists',
    'jobControl',
    'jobQuota',
    'jobBacklog',
    'mediaFiles',
    'detectionQueue',
    'idempotency',
  ],
  objects: { documents: ['GetObject'] },
  settings: ['detectorModel', 'addedModels', 'clipModel'],
});

export const getProcessingStatus = route({
  key: 'processing/get-processing-status',
  method: 'GET',
  path: '/api/videos/{id}/process/status',
  audience: 'both',
  summary: 'Read the state of the latest processing job',
  scopes: ['project:read'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: jobStatus,
  errors: ['JOB_NOT_FOUND'],
  stores: ['videoReader', 'versionLists', 'jobReader', 'jobBacklog'],
  settings: ['detectorModel', 'addedModels'],
});

export const cancelProcessing = route({
  key: 'processing/cancel-processing',
  method: 'POST',
  path: '/api/videos/{id}/process/cancel',
  audience: 'both',
  summary: 'Cancel the active processing job',
  scopes: ['project:edit'],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: z.object({ success: z.boolean(), status: z.string() }).meta({ id: 'ProcessingCancelled' }),
  errors: ['JOB_NOT_CANCELLABLE'],
  stores: ['videoReader', 'versionLists', 'jobControl', 'idempotency'],
  settings: ['detectorModel', 'addedModels'],
});

export const processingRoutes: readonly Route[] = [startProcessing, getProcessingStatus, cancelProcessing];
