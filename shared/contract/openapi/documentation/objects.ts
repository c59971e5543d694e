import {
  getObject,
  listObjects,
  listObjectsAtTime,
  listObjectsInFrame,
} from '../../routes/object-queries.ts';
import { createSurface, deleteObject, patchObject } from '../../routes/objects.ts';
import { documented } from './documented.ts';
import { OBJECT, OBJECT_ID, SURFACE_ID, VIDEO_ID } from './samples.ts';

const { id, kind, label, userLabel, confidence, customData } = OBJECT;

const PLACED = {
  id,
  kind,
  label,
  userLabel,
  confidence,
  customData,
  box: { x: 0.12, y: 0.55, width: 0.2, height: 0.14 },
};

export const objectDocumentation = [
  documented(listObjects, {
    description:
      'The objects without their tracks: without parameters all of them. Parameters are filters, each named as the member that it ' +
      'compares. A parameter that is repeated admits any of its values (`label=boat&label=bird`); of different parameters all ' +
      'must be met. `fromFrame` and `toFrame`, or `fromTime` and `toTime`, find what is seen in a part of the video, `region` ' +
      'what touches a part of the frame then: both must hold in the same frame, with the track interpolated as the metadata ' +
      'document says.\n\n' +
      'With `limit` the answer is a page; `nextCursor` leads to the next one, which is of the same version, whatever is changed ' +
      'meanwhile. Generators of clients do not see `fields`, since the answer is of another type.',
    params: { id: VIDEO_ID },
    query: { label: ['boat', 'bird'], minConfidence: '0.5', region: '0,0.5,0.5,0.5', limit: '100' },
    response: { objects: [OBJECT] },
  }),
  documented(getObject, {
    description:
      'Of the track `fromFrame` and `toFrame` leave the keyframes that tell where the object is in these frames, just as the ' +
      'whole track does: the last one up to `fromFrame`, the first one from `toFrame` on, and those between. `frames=0,60,120` ' +
      'has the service interpolate.',
    params: { id: VIDEO_ID, objectId: OBJECT_ID },
    query: { frames: '0,60,120' },
    response: {
      ...OBJECT,
      positions: [
        { frame: 0, box: { x: 0.12, y: 0.55, width: 0.2, height: 0.14 } },
        { frame: 60, box: { x: 0.215, y: 0.545, width: 0.205, height: 0.14 } },
        { frame: 120, box: { x: 0.31, y: 0.54, width: 0.21, height: 0.14 } },
      ],
    },
  }),
  documented(listObjectsInFrame, {
    description:
      'Where an object is follows from its track as the metadata document says; those that are hidden are not listed. The ' +
      'filters are those of `GET …/objects`.',
    params: { id: VIDEO_ID, frame: '0' },
    query: { label: ['boat'] },
    response: { frame: 0, time: 0, objects: [PLACED] },
  }),
  documented(listObjectsAtTime, {
    description:
      'As `GET …/frames/{frame}/objects`, for the frame that is shown at a time: the last that has appeared by then, to a ' +
      'millisecond.',
    params: { id: VIDEO_ID },
    query: { at: '0.02' },
    response: { frame: 0, time: 0, objects: [PLACED] },
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
