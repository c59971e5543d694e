import { expect, test } from 'vitest';
import { placeName } from '../../../../../../console/pages/video/editor/documents/place-name.ts';

const ID = '0b7c2d5e-0000-4000-8000-000000000001';

const documentWith = (overlay: object) => ({
  layers: [{ id: 'layer', name: 'Titles', overlays: [{ id: ID, ...overlay }] }],
});

const named = (overlay: object): string[] =>
  placeName(['layers', 'layer', 'overlays', ID, 'plugin'], documentWith(overlay)).map(({ text }) => text);

test.each([
  ['its name', { name: 'Logo', plugin: { type: 'core:image', config: {} } }, 'Logo'],
  ['the text that it shows', { plugin: { type: 'core:text', config: { text: 'Goal!' } } }, 'Goal!'],
  ['its type', { plugin: { type: 'core:shape', config: {} } }, 'Shape'],
  ['its own type, where others have made that', { plugin: { type: 'acme:map', config: {} } }, 'acme:map'],
  ['its id, where it says nothing else', { plugin: 'none' }, ID],
])('an overlay is called by %s', (_, overlay, name) => {
  expect(named(overlay)).toEqual(['layers', 'Titles', 'overlays', name, 'plugin']);
});
