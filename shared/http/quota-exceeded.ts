import { ApiError } from '../contract/errors.ts';
import type { QuotaName } from '../contract/quotas.ts';
import type { Excess } from '../domain/quota.ts';

const UNITS: Record<QuotaName, string> = {
  videos: 'videos',
  bytes: 'bytes of video files',
  openUploads: 'uploads that are not complete',
  activeJobs: 'active processing jobs',
};

export const quotaExceeded = ({ quota, max, current }: Excess): ApiError =>
  new ApiError('QUOTA_EXCEEDED', `The account may have at most ${max} ${UNITS[quota]}.`, {
    details: { quota, max, current },
  });
