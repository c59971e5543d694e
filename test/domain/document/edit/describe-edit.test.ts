import { describe, expect, test } from 'vitest';
import type { Layer, StoredObject } from '../../../../shared/contract/schemas/metadata.ts';
import type { Sections } from '../../../../shared/domain/document/document.ts';
import { describeEdit } from '../../../../shared/domain/document/edit/describe-edit.ts';
import { touchedSections } from '../../../../shared/domain/document/edit/document-edit.ts';

const object = (id: string, userLabel: string | null = null): StoredObject => ({
  id,
  kind: 'box',
  label: 'car',
  userLabel,
  confidence: 1,
  firstFrame: 0,
  lastFrame: 1,
  frameCount: 2,
  customData: {},
});

const title = { id: 't', name: 'Title' };
const logo = { id: 'g', name: 'Logo' };
const layer = (id: string, overlays: Layer['overlays'], more: object = {}): Layer => ({
  id,
  overlays,
  ...more,
});

const BEFORE: Partial<Sections> = {
  objects: { a: object('a'), b: object('b', 'Taxi') },
  layers: [layer('l1', [title, logo], { name: 'Titles' }), layer('l2', [title])],
  variables: [{ id: 'speed', value: 1 }],
  rules: [],
  extra: { theme: 'dark' },
};

const described = (sections: Partial<Sections>) =>
  describeEdit(BEFORE, { sections, touched: touchedSections(sections) });

const [first, second] = [layer('l1', [title, logo], { name: 'Titles' }), layer('l2', [title])];

describe('the description of an edit', () => {
  test.each<[string, Partial<Sections>, string]>([
    [
      'an overlay whose text alone is another, not its layer',
      {
        layers: [
          layer('l1', [{ ...title, plugin: { type: 'core:text', config: {} } }, logo], { name: 'Titles' }),
          second,
        ],
      },
      'overlay “Title” changed',
    ],
    ['a layer, not its overlays', { layers: [{ ...first, name: 'Names' }, second] }, 'layer “Names” changed'],
    ['a layer that is gone, with what lay in it', { layers: [first] }, 'layer “l2” removed'],
    ['layers in another order', { layers: [second, first] }, 'layers reordered'],
    [
      'an overlay that has gone to another layer',
      { layers: [layer('l1', [title], { name: 'Titles' }), layer('l2', [title, logo])] },
      'overlay “Logo” changed',
    ],
    [
      'an overlay without a name by the text that it shows, or its type',
      {
        layers: [
          layer('l1', [title, logo, { id: 'x', plugin: { type: 'core:text', config: { text: 'Sold' } } }], {
            name: 'Titles',
          }),
          layer('l2', []),
          layer('l3', []),
        ],
      },
      'layer “l3” added; overlay “Sold” added; overlay “Title” removed',
    ],
    [
      'several of a kind by their number',
      { layers: [layer('l1', [], { name: 'Titles' }), second] },
      '2 overlays removed',
    ],
    ['an object by the name that users gave it', { objects: { a: object('a') } }, 'object “Taxi” removed'],
    [
      'an entry without a name by its id',
      { variables: [{ id: 'speed', value: 2 }] },
      'variable “speed” changed',
    ],
    [
      'members that the service does not know',
      { extra: { owner: 'Ann' } },
      'member “owner” added; member “theme” removed',
    ],
    [
      'what was done in several sections',
      { objects: { ...BEFORE.objects, c: object('c') }, rules: [{ id: 'r' }] },
      'object “car” added; rule “r” added',
    ],
    ['nothing', {}, 'no change'],
  ])('names %s', (_, sections, expected) => {
    expect(described(sections)).toBe(expected);
  });

  test('shortens long names between characters', () => {
    const name = '🎬'.repeat(200);
    const text = described({ rules: [{ id: 'r', name }] });
    expect(text).toBe(`rule “${'🎬'.repeat(59)}…” added`);
  });
});
