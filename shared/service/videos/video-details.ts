import { CONTAINERS } from '../../contract/video-formats.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Video } from '../../domain/video.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openUrlSigner, type UrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo } from './find-video.ts';
import { videoEntry } from './video-entry.ts';

export const DETAILS_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  documents: openDocumentReader,
  signer: openUrlSigner,
};

/**
 * The properties of the caller's video, and what opens the text of its metadata document; null until it is processed.
 * @throws ApiError as `findVideo`
 */
export async function videoDetails(
  stores: Opened<typeof DETAILS_STORES>,
  principal: Principal,
  videoId: string,
) {
  const { documents, signer } = stores;
  const { video, newest } = await findVideo(stores, principal, videoId);
  const { width, height, fps, fileSize, startTime, undecodableFrames, failure, restore } = video;
  const [entry, url] = await Promise.all([videoEntry(video, signer), streamUrl(video, signer)]);
  const figures = {
    ...entry,
    width,
    height,
    fps,
    fileSize,
    streamUrl: url,
    ...(startTime !== undefined && { startTime }),
    ...(undecodableFrames !== undefined && { undecodableFrames }),
    ...(failure && { failure }),
    ...(restore && { restore }),
  };
  const isReadable = newest !== null && video.status === 'processed';
  return { figures, openDocument: isReadable ? () => documents.text(newest) : null };
}

/** Where the uploaded file can be played from; empty while it has not arrived. */
async function streamUrl(video: Video, signer: UrlSigner): Promise<string> {
  if (video.status !== 'processed') return '';
  const signed = await signer.sign(mediaKeys.upload(video.accountId, video.videoId), {
    contentType: CONTAINERS[video.container],
    disposition: 'inline',
  });
  return signed.url;
}
