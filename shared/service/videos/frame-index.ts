import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { decodeFrameIndex } from '../../media/probe/frame-index-codec.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from './find-video.ts';

export const FRAME_STORES = { videos: openVideoReader, versions: openVersionLists, files: openMediaFiles };

type FrameStores = Opened<typeof FRAME_STORES>;

/**
 * The frame index of the caller's video, in the form in which ingest has stored it (`shared/contract/frame-index-format.ts`).
 * @throws ApiError as `findProcessedVideo`
 */
export async function storedFrameIndex(
  stores: FrameStores,
  principal: Principal,
  videoId: string,
): Promise<Uint8Array> {
  await findProcessedVideo(stores, principal, videoId);
  return frameIndexBytes(stores, principal, videoId);
}

/**
 * When every frame of a video is shown that was found to be the caller's, and processed.
 * @throws ApiError as `findProcessedVideo`, where it was deleted since
 */
export const frameIndexOf = async (
  stores: FrameStores,
  principal: Principal,
  videoId: string,
): Promise<FrameIndex> => decodeFrameIndex(await frameIndexBytes(stores, principal, videoId));

async function frameIndexBytes(
  stores: FrameStores,
  principal: Principal,
  videoId: string,
): Promise<Uint8Array> {
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
