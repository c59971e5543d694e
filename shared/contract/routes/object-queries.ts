import { type Route, route } from '../route.ts';
import { generatedAs } from '../schemas/described-as.ts';
import { objectList, objectsInFrame, objectWithTrack } from '../schemas/object.ts';
import {
  frameListing,
  objectListing,
  plainObjectListing,
  seconds,
  trackSelection,
} from '../schemas/object-query.ts';
import { objectId, videoId } from '../schemas/parameters.ts';
import { MAX_COUNTER, queryInteger } from '../schemas/primitives.ts';

export const listObjects = route({
  key: 'objects/list-objects',
  method: 'GET',
  path: '/api/videos/{id}/objects',
  audience: 'both',
  summary: 'List the tracked objects',
  scopes: ['project:read'],
  params: videoId,
  query: generatedAs(objectListing, plainObjectListing),
  body: null,
  status: 200,
  response: objectList,
  etag: true,
  errors: ['VERSION_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
  stores: ['videoReader', 'versionReader', 'documentReader', 'surfaceReader', 'mediaFiles'],
  objects: { documents: ['GetObject'] },
});

export const getObject = route({
  key: 'objects/get-object',
  method: 'GET',
  path: '/api/videos/{id}/objects/{objectId}',
  audience: 'both',
  summary: 'Read a tracked object with its track, or where it is in some frames',
  scopes: ['project:read'],
  params: objectId,
  query: trackSelection,
  body: null,
  status: 200,
  response: objectWithTrack,
  etag: true,
  errors: ['VERSION_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
  stores: ['videoReader', 'versionReader', 'documentReader', 'surfaceReader'],
});

/** What both lists of the objects in a frame have in common. */
const inFrame = {
  method: 'GET',
  audience: 'both',
  scopes: ['project:read'],
  body: null,
  status: 200,
  response: objectsInFrame,
  etag: true,
  errors: ['VERSION_NOT_FOUND', 'VIDEO_NOT_READY'],
  stream: true,
  memory: 1024,
  stores: ['videoReader', 'versionReader', 'documentReader', 'mediaFiles'],
  objects: { documents: ['GetObject'] },
} as const;

export const listObjectsInFrame = route({
  ...inFrame,
  key: 'objects/list-objects-in-frame',
  path: '/api/videos/{id}/frames/{frame}/objects',
  summary: 'List the objects that are seen in a frame, and where each is',
  params: videoId.extend({
    frame: queryInteger(0, MAX_COUNTER).describe('the frame: its rank in presentation order, from 0'),
  }),
  query: frameListing,
});

export const listObjectsAtTime = route({
  ...inFrame,
  key: 'objects/list-objects-at-time',
  path: '/api/videos/{id}/frames/objects',
  summary: 'List the objects that are seen in the frame that is shown at a time',
  params: videoId,
  query: frameListing.extend({
    at: seconds().describe(
      'seconds, on the clock of keyframes and players; of a video that starts later, too',
    ),
  }),
});

export const objectQueryRoutes: readonly Route[] = [
  listObjects,
  getObject,
  listObjectsInFrame,
  listObjectsAtTime,
];
