import * as z from 'zod';
import { LIMITS } from '../../limits.ts';
import { type Route, route } from '../../route.ts';
import { jobStatus } from '../../schemas/job.ts';
import { none, videoId } from '../../schemas/parameters.ts';
import { nameFilter, VIDEO_STATUSES } from '../../schemas/video.ts';
import { listVideos, pageOf } from '../videos.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const UUIDS = new RegExp(`^${UUID}(?:,${UUID}){0,${LIMITS.keysProjects - 1}}$`);

export const searchVideos = route({
  key: 'console/search-videos',
  method: 'GET',
  path: '/console/api/search',
  audience: 'console',
  summary: 'List the videos of a name or a status, or those of some ids, newest first',
  scopes: [],
  params: none,
  query: z.strictObject({
    ...pageOf,
    name: nameFilter,
    status: z.enum(VIDEO_STATUSES).optional(),
    ids: z
      .string()
      .regex(UUIDS, 'must be UUIDs with commas between them')
      .optional()
      .describe(
        `the only videos to be listed, at most ${LIMITS.keysProjects}; those that do not exist are left out`,
      ),
  }),
  body: null,
  status: 200,
  response: listVideos.response,
  stores: ['videoLists', 'urlSigner'],
});

export const getFrames = route({
  key: 'console/get-frames',
  method: 'GET',
  path: '/console/api/videos/{id}/frames',
  audience: 'console',
  summary: 'Read when every frame of a video is shown',
  scopes: [],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: z.object({
    frameIndex: z.string().describe('base64; `client/frame-times.ts` reads it'),
  }),
  errors: ['VIDEO_NOT_READY'],
  stream: true,
  stores: ['videoReader', 'versionLists', 'mediaFiles'],
  objects: { documents: ['GetObject'] },
});

export const getProcessing = route({
  key: 'console/get-processing',
  method: 'GET',
  path: '/console/api/videos/{id}/processing',
  audience: 'console',
  summary:
    'Read the state of the latest processing job, if there has been one, and what a job may be asked for',
  scopes: [],
  params: videoId,
  query: none,
  body: null,
  status: 200,
  response: z.object({
    job: jobStatus.nullable().describe('null: the video has never been processed'),
    model: z.object({
      id: z.string(),
      labels: z.array(z.string()).describe('what it can detect'),
      fallback: z.boolean().describe('whether it is the moving-object detector, which names nothing'),
    }),
    clip: z.boolean().describe('whether objects can be named by text (`enableClip`)'),
  }),
  stores: ['videoReader', 'versionLists', 'jobReader', 'jobBacklog'],
  settings: ['detectorModel', 'addedModels', 'clipModel'],
});

export const consoleVideoRoutes: readonly Route[] = [searchVideos, getFrames, getProcessing];
