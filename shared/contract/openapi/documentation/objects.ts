import { deleteObject, listObjects, patchObject } from '../../routes/objects.ts';
import { documented } from './documented.ts';
import { OBJECT, OBJECT_ID, VIDEO_ID } from './samples.ts';

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
];
