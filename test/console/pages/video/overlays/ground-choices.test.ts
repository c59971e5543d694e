import { expect, test } from 'vitest';
import { groundChoices } from '../../../../../console/pages/video/overlays/ground-choices.ts';
import type { VideoDocument } from '../../../../../console/pages/video/video-data.ts';

const object = (userLabel: string | null, kind = 'box') => ({ userLabel, label: 'bottle', kind });

test('objects that are called alike are told apart by their ids, also from what is not there', () => {
  const objects = {
    a: object(null),
    b: object(null),
    c: object('Left'),
    d: object(null, 'surface'),
  } as unknown as VideoDocument['objects'];
  expect(groundChoices(['a', 'b', 'c', 'd', 'constructor'], objects).map(({ label }) => label)).toEqual([
    'bottle (box) a',
    'bottle (box) b',
    'Left (box)',
    'bottle (surface)',
    'constructor (not there)',
  ]);
});
