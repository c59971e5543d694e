import { expect, test } from 'vitest';
import { findExcess, isUnlimited, readQuotas } from '../../shared/contract/quotas.ts';

const quotas = { videos: 10, bytes: 1000, openUploads: 2, activeJobs: 1, activeSurfaces: 1, activeKeys: 1 };
const current = { videos: 9, bytes: 900, openUploads: 2 };

test.each([
  ['what just fits is admitted', { videos: 1, bytes: 100, openUploads: 0 }, null],
  [
    'a byte more is not',
    { videos: 1, bytes: 101, openUploads: 0 },
    { quota: 'bytes', max: 1000, current: 900 },
  ],
  [
    'an upload more is not',
    { videos: 1, bytes: 1, openUploads: 1 },
    { quota: 'openUploads', max: 2, current: 2 },
  ],
  ['two videos are not', { videos: 2, bytes: 1, openUploads: 0 }, { quota: 'videos', max: 10, current: 9 }],
])('%s', (_, added, excess) => {
  expect(findExcess(current, added, quotas)).toEqual(excess);
});

test('a full quota that is not added to refuses nothing', () => {
  expect(findExcess({ ...current, bytes: 2000 }, { videos: 1, bytes: 0, openUploads: 0 }, quotas)).toBeNull();
});

test('a deployment changes single quotas; the others keep their defaults', () => {
  const changed = readQuotas('{"free":{"videos":50}}');
  expect(changed.free).toEqual({ ...readQuotas().free, videos: 50 });
  expect(changed.pro).toEqual(readQuotas().pro);
  expect(() => readQuotas('{"free":{"films":50}}')).toThrow();
});

test('the unlimited tier has no limit of what videos take, unless a deployment gives it one', () => {
  const { videos, bytes, activeJobs } = readQuotas().unlimited;
  expect(isUnlimited('videos', videos)).toBe(true);
  expect(isUnlimited('bytes', bytes)).toBe(true);
  expect(isUnlimited('activeJobs', activeJobs)).toBe(false);
  expect(isUnlimited('videos', readQuotas('{"unlimited": {"videos": 5}}').unlimited.videos)).toBe(false);
  expect(isUnlimited('bytes', readQuotas().pro.bytes)).toBe(false);
});
