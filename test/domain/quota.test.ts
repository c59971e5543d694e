import { expect, test } from 'vitest';
import { readQuotas } from '../../shared/contract/quotas.ts';
import { findExcess, storageUse } from '../../shared/domain/quota.ts';
import { UPLOAD_INCOMPLETE } from '../../shared/domain/video.ts';

const quotas = { videos: 10, bytes: 1000, openUploads: 2, activeJobs: 1 };
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

test('a file counts as announced until it is known that it never arrived', () => {
  const upload = { uploadId: 'u', partSize: 8 };
  const open = { status: 'uploading', fileSize: 5, failure: null, upload } as const;
  expect(storageUse(open)).toEqual({ videos: 1, bytes: 5, openUploads: 1 });
  expect(storageUse({ ...open, status: 'processed' })).toEqual({ videos: 1, bytes: 5, openUploads: 0 });
  const gone = { ...open, status: 'failed', failure: UPLOAD_INCOMPLETE } as const;
  expect(storageUse(gone)).toEqual({ videos: 1, bytes: 0, openUploads: 0 });
  const broken = { ...gone, failure: { code: 'TRUNCATED', message: '' } } as const;
  expect(storageUse(broken)).toEqual({ videos: 1, bytes: 5, openUploads: 0 });
});

test('a deployment changes single quotas; the others keep their defaults', () => {
  const changed = readQuotas('{"free":{"videos":50}}');
  expect(changed.free).toEqual({ ...readQuotas().free, videos: 50 });
  expect(changed.pro).toEqual(readQuotas().pro);
  expect(() => readQuotas('{"free":{"films":50}}')).toThrow();
});
