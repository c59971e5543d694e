import { ApiError } from '../../contract/errors.ts';
import { mayAccess, type Principal } from '../../domain/keys/principal.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { refusalOfUrl } from '../../webhooks/endpoint-url.ts';
import { requireAccess, videoNotFound } from '../videos/find-video.ts';
import { addressRules } from './post-event.ts';

/**
 * A URL that events may be sent to, as it is called.
 * @throws ApiError `INVALID_PARAMETER` saying why they may not
 */
export function requireUrl(environment: Environment, url: string): string {
  const refusal = refusalOfUrl(url, addressRules(environment));
  if (refusal !== null) throw new ApiError('INVALID_PARAMETER', `The URL ${refusal}.`, { field: 'url' });
  return new URL(url).href;
}

/**
 * Requires that a caller may have events of a video sent, or of all videos.
 * @throws ApiError `PROJECT_NOT_ALLOWED`, also for all videos where the key is restricted to some; `VIDEO_NOT_FOUND`
 */
export async function requireVideo(
  {
    ownedVideos,
  }: { ownedVideos: { getMany(accountId: string, ids: string[]): Promise<readonly unknown[]> } },
  principal: Principal,
  videoId: string | null,
): Promise<void> {
  if (videoId === null) {
    if (!mayAccess(principal, null))
      throw new ApiError(
        'PROJECT_NOT_ALLOWED',
        'This key is restricted to certain videos: videoId must name one of them.',
        { field: 'videoId' },
      );
    return;
  }
  requireAccess(principal, videoId);
  if ((await ownedVideos.getMany(principal.accountId, [videoId])).length === 0) throw videoNotFound();
}
