import { expect, test } from 'vitest';
import { objectOf, type VideoDocument } from '../../../../console/pages/video/video-data.ts';
import { drawnFrames } from '../../../../console/viewer/overlays/overlay-list.ts';

const NAMES_OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

test.each(NAMES_OF_EVERY_OBJECT)('%s is no object of a document that has none of that id', (id) => {
  expect(objectOf({ objects: {} } as VideoDocument, id)).toBeUndefined();
  const layers = [
    {
      id: 'l',
      overlays: [{ id: 'o', plugin: { type: 'core:text', config: { text: 't', anchor: { object: id } } } }],
    },
  ];
  expect(drawnFrames(layers, { layer: 'l', overlay: 'o' }, {})).toBeNull();
});
