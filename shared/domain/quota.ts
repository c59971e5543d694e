import type { QuotaName, Quotas } from '../contract/quotas.ts';
import { UPLOAD_INCOMPLETE, type Video } from './video.ts';

/** What an account's videos take. */
export type StorageUse = Record<Exclude<QuotaName, 'activeJobs'>, number>;

/** A quota that does not admit something: `current` is what there is without it. */
export interface Excess {
  quota: QuotaName;
  max: number;
  current: number;
}

/** What one video takes: its file and what its versions keep. A file that never arrived takes no room. */
export const storageUse = ({
  status,
  fileSize,
  documentBytes = 0,
  failure,
  upload,
}: Pick<Video, 'status' | 'fileSize' | 'documentBytes' | 'failure' | 'upload'>): StorageUse => ({
  videos: 1,
  bytes: documentBytes + (failure?.code === UPLOAD_INCOMPLETE.code ? 0 : fileSize),
  openUploads: status === 'uploading' && upload !== undefined ? 1 : 0,
});

/** The first quota that `added` brings beyond its maximum; what is not added to is not looked at. */
export function findExcess(current: StorageUse, added: StorageUse, quotas: Quotas): Excess | null {
  for (const quota of Object.keys(added) as (keyof StorageUse)[]) {
    if (added[quota] > 0 && current[quota] + added[quota] > quotas[quota]) {
      return { quota, max: quotas[quota], current: current[quota] };
    }
  }
  return null;
}
