import { expect, test } from 'vitest';
import { anchorChoices } from '../../../../../console/pages/video/overlays/anchor-choices.ts';
import type { VideoDocument } from '../../../../../console/pages/video/video-data.ts';

const object = (userLabel: string | null, kind = 'box') => ({ userLabel, label: 'bottle', kind });

test('objects of the same name are distinguished by their ids, also from a missing one', () => {
  const objects = {
    a: object(null),
    b: object(null),
    c: object('Left'),
    d: object(null, 'surface'),
  } as unknown as VideoDocument['objects'];
  expect(anchorChoices(['a', 'b', 'c', 'd', 'constructor'], objects).map(({ label }) => label)).toEqual([
    'bottle (box) a',
    'bottle (box) b',
    'Left (box)',
    'bottle (surface)',
    'constructor (not there)',
  ]);
});
