import { expect, test } from 'vitest';
import { differences } from '../../../rehearsal/upgrade/same-answer.ts';

const signed = (key: string, moment: string): string =>
  `https://s3.example/bucket/${key}?X-Amz-Date=${moment}&X-Amz-Signature=${moment}`;

test('answers are the same whenever their addresses were signed', () => {
  const before = { video: { streamUrl: signed('a', '1'), expiresAt: '1' }, sizes: [1, 2] };
  const after = { video: { streamUrl: signed('a', '2'), expiresAt: '2' }, sizes: [1, 2], more: true };
  expect(differences(before, after, false)).toEqual([]);
  expect(differences({ url: signed('a', '1') }, { url: signed('b', '1') }, false)).toEqual([
    'url: /bucket/a → /bucket/b',
  ]);
});

test('what differs is named with its path', () => {
  const before = { objects: [{ label: 'a', track: null }] };
  expect(differences(before, { objects: [{ label: 'b', track: [] }] }, false)).toEqual([
    'objects.0.label: a → b',
    'objects.0.track: null → []',
  ]);
  expect(differences(before, { objects: [] }, false)).toHaveLength(1);
});

test('what is missing is a difference, unless an older release answers', () => {
  expect(differences({ eta: 1, id: 'a' }, { id: 'a' }, false)).toEqual(['eta: 1 → undefined']);
  expect(differences({ eta: 1, id: 'a' }, { id: 'a' }, true)).toEqual([]);
});
