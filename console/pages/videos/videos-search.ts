import { VIDEO_STATUSES } from '../../../shared/contract/schemas/video.ts';
import type { VideoStatus } from '../../queries/videos.ts';

/** What the address of the page says: which videos, and how. */
export interface VideosSearch {
  q?: string;
  status?: VideoStatus;
  page?: number;
  view?: 'list';
}

/** @param search as it was typed or linked; unknown values are left out */
export function readVideosSearch(search: Record<string, unknown>): VideosSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  const status = VIDEO_STATUSES.find((known) => known === search.status);
  const page = Number(search.page);
  return {
    ...(q !== '' && { q }),
    ...(status !== undefined && { status }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
    ...(search.view === 'list' && { view: 'list' }),
  };
}
