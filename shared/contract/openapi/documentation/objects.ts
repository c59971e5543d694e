import { createSurface, deleteObject, listObjects, patchObject } from '../../routes/objects.ts';
import { documented } from './documented.ts';
import { OBJECT, OBJECT_ID, SURFACE_ID, VIDEO_ID } from './samples.ts';

const { id, label, customData } = OBJECT;

export const objectDocumentation = [
  documented(listObjects, {
    description: 'The objects without their tracks, which are part of the metadata document.',
    params: { id: VIDEO_ID },
    response: { objects: [OBJECT] },
  }),
  documented(patchObject, {
    description: 'Absent members stay unchanged; `null` as `userLabel` removes the label.',
    params: { id: VIDEO_ID, objectId: OBJECT_ID },
    body: { userLabel: 'Night ferry', customData: { deck: 2 } },
    response: {
      success: true,
      object: { id, label, userLabel: 'Night ferry', customData: { ...customData, deck: 2 } },
    },
  }),
  documented(deleteObject, {
    description: 'The object is removed from the newest version of the metadata; earlier versions keep it.',
    params: { id: VIDEO_ID, objectId: OBJECT_ID },
    response: { success: true },
  }),
  documented(createSurface, {
    description:
      'The surface is an object of the next metadata version, with one keyframe. It is then tracked from there to the end ' +
      'and to the beginning of the video, and its track makes one more version; stretches in which it is not seen are ' +
      '`hidden`. The answer comes when that is done, or after 20 seconds. `GET …/objects` reports whether tracking still ' +
      'runs. Deleting the object ends it, and a request that still waits is then answered with 404. The `ETag` is the version ' +
      'that the surface was added in; it is outdated as soon as the track has made the next one.',
    params: { id: VIDEO_ID },
    body: {
      name: 'Departure board',
      frame: 120,
      corners: [
        { x: 0.31, y: 0.22 },
        { x: 0.58, y: 0.24 },
        { x: 0.57, y: 0.51 },
        { x: 0.3, y: 0.47 },
      ],
    },
    response: { success: true, objectId: SURFACE_ID, trackedFrames: 412 },
  }),
];
