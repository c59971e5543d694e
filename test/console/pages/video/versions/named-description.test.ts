import { expect, test } from 'vitest';
import { namedDescription } from '../../../../../console/pages/video/versions/named-description.ts';
import type { VideoDocument } from '../../../../../console/pages/video/video-data.ts';

const objects = {
  surface_1: { userLabel: 'Poster $& by the door', label: 'surface' },
  obj_1: { userLabel: null, label: 'car' },
} as unknown as VideoDocument['objects'];

const layers: VideoDocument['layers'] = [
  { id: 'l', overlays: [{ id: 'a-1', plugin: { type: 'core:text', config: { text: 'Reserved $&' } } }] },
  { id: 'm', overlays: [{ id: 'a-2', plugin: { type: 'core:image', config: {} } }] },
];

test.each([
  [
    'Surface surface_1 added, marked in frame 10',
    'Surface “Poster $& by the door” added, marked in frame 10',
  ],
  ['Object obj_1 (car) edited: userLabel', 'Object “car” (car) edited: userLabel'],
  ['Object obj_2 (car) removed', 'Object obj_2 (car) removed'],
  ['Object toString (car) removed', 'Object toString (car) removed'],
  ['Layers changed by obj_1', 'Layers changed by obj_1'],
  ['Version 3 restored', 'Version 3 restored'],
  ['Metadata edited: overlay “a-1” added', 'Metadata edited: overlay “Reserved $&” added'],
  [
    'Metadata edited: overlay “a-2” changed; overlay “a-1” removed',
    'Metadata edited: overlay “Image” changed; overlay “Reserved $&” removed',
  ],
  ['Metadata edited: overlay “a-3” added', 'Metadata edited: overlay “a-3” added'],
  ['Metadata edited: layer “a-1” added', 'Metadata edited: layer “a-1” added'],
])('%j is shown as %j', (description, shown) => {
  expect(namedDescription(description, { objects, layers })).toBe(shown);
});
