import { expect, test } from 'vitest';
import { storageUse, UPLOAD_INCOMPLETE } from '../../shared/domain/video.ts';

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
