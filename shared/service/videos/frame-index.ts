import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from './find-video.ts';

export const FRAME_STORES = { videos: openVideoReader, versions: openVersionLists, files: openMediaFiles };

/**
 * The frame index of the caller's video, in the form in which ingest has stored it (`shared/contract/frame-index-format.ts`).
 * @throws ApiError as `findProcessedVideo`
 */
export async function storedFrameIndex(
  stores: Opened<typeof FRAME_STORES>,
  principal: Principal,
  videoId: string,
): Promise<Uint8Array> {
  await findProcessedVideo(stores, principal, videoId);
  try {
    const bytes = await stores.files.get(mediaKeys.frameIndex(videoId));
    if (bytes === null) throw new Error(`Video ${videoId} has no frame index`);
    return bytes;
  } catch (error) {
    // Where the video was deleted in between, this says so. S3 may answer with any refusal then.
    await findProcessedVideo(stores, principal, videoId);
    throw error;
  }
}
