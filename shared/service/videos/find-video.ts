import { ApiError } from '../../contract/errors.ts';
import { isUuid } from '../../domain/ids.ts';
import { mayAccess, type Principal } from '../../domain/keys/principal.ts';
import type { Video } from '../../domain/video.ts';
import { isTombstone, type Tombstone, type Version } from '../../stores/documents/versions.ts';
import type { VideoReader } from '../../stores/videos/videos.ts';

export const videoNotFound = (): ApiError => new ApiError('VIDEO_NOT_FOUND', 'There is no such video.');

async function refuseMiss(videos: VideoReader, videoId: string): Promise<never> {
  const owner = await videos.ownerOf(videoId);
  throw owner === null
    ? videoNotFound()
    : new ApiError('NOT_OWNER', 'This video belongs to another account.');
}

/** @throws ApiError `PROJECT_NOT_ALLOWED`, or `VIDEO_NOT_FOUND` where `videoId` is not a UUID */
export function requireAccess(principal: Principal, videoId: string): void {
  if (!mayAccess(principal, videoId)) {
    throw new ApiError('PROJECT_NOT_ALLOWED', 'This key is not permitted to use this video.');
  }
  if (!isUuid(videoId)) throw videoNotFound();
}

/**
 * Whether a video was deleted. Writers, which a deletion may have overtaken, ask after their last write: the sweeper removes
 * what they have written.
 */
export const isDeleted = async (
  { versions }: { versions: { newest(videoId: string): Promise<unknown> } },
  videoId: string,
): Promise<boolean> => isTombstone(await versions.newest(videoId));

/** Where to look for a video and for what stands newest among its versions. */
interface VideoStores<Newest> {
  videos: VideoReader;
  versions: { newest(videoId: string): Promise<Newest | Tombstone | null> };
}

/**
 * The caller's video and its newest version (null before the first), in one round trip.
 * @throws ApiError `PROJECT_NOT_ALLOWED`, `VIDEO_NOT_FOUND` (also when deleted), `NOT_OWNER`, in this order
 */
export async function findVideo<Newest = Version>(
  { videos, versions }: VideoStores<Newest>,
  principal: Principal,
  videoId: string,
): Promise<{ video: Video; newest: Newest | null }> {
  requireAccess(principal, videoId);
  const [video, newest] = await Promise.all([
    videos.get(principal.accountId, videoId),
    versions.newest(videoId),
  ]);
  if (isTombstone(newest)) throw videoNotFound();
  if (video === null) return refuseMiss(videos, videoId);
  return { video, newest };
}

/**
 * As `findVideo`, for what needs the metadata document.
 * @throws ApiError `VIDEO_NOT_READY` until the video is processed
 */
export async function findProcessedVideo<Newest = Version>(
  stores: VideoStores<Newest>,
  principal: Principal,
  videoId: string,
): Promise<{ video: Video; newest: Newest }> {
  return requireProcessed(await findVideo(stores, principal, videoId));
}

/** @throws ApiError `VIDEO_NOT_READY` */
export function requireProcessed<Newest>({ video, newest }: { video: Video; newest: Newest | null }): {
  video: Video;
  newest: Newest;
} {
  if (newest === null || video.status !== 'processed') {
    const { status, failure } = video;
    const message = failure
      ? `Processing failed: ${failure.message}`
      : `The video is not processed yet: its status is ${status}.`;
    throw new ApiError('VIDEO_NOT_READY', message, { details: { status } });
  }
  return { video, newest };
}
