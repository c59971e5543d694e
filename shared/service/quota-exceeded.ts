import { ApiError } from '../contract/errors.ts';
import type { QuotaName } from '../contract/quotas.ts';
import type { Excess } from '../domain/quota.ts';

/** What is limited, and how to make room. */
const TEXTS: Record<QuotaName, [unit: string, room: string]> = {
  videos: ['videos', 'Delete some to make room.'],
  bytes: [
    'bytes of video files and of metadata versions',
    'Delete videos to make room: their versions go with them.',
  ],
  openUploads: ['uploads that are not complete', 'Complete some, or delete their videos.'],
  activeJobs: ['active processing jobs', 'Wait until one has ended, or cancel one.'],
};

export const quotaExceeded = ({ quota, max, current }: Excess): ApiError =>
  new ApiError('QUOTA_EXCEEDED', `The account may have at most ${max} ${TEXTS[quota].join('. ')}`, {
    details: { quota, max, current },
  });
