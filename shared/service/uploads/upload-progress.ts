import { partsOf } from '../../domain/direct-upload.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openArrivedParts } from '../../stores/files/direct-uploads.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { openUrlSigner } from '../../stores/files/url-signer.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo } from '../videos/find-video.ts';

export const PROGRESS_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  uploads: openArrivedParts,
  signer: openUrlSigner,
};

/**
 * Which parts of a direct upload have arrived, and where the others go; no parts once the upload is over.
 * @throws ApiError as `findVideo`
 */
export async function uploadProgress(
  stores: Opened<typeof PROGRESS_STORES>,
  principal: Principal,
  videoId: string,
) {
  const { uploads, signer } = stores;
  const { video } = await findVideo(stores, principal, videoId);
  const { status, upload } = video;
  const settled = { status, partSize: upload?.partSize ?? 0, parts: [], remaining: [], expiresAt: '' };
  if (status !== 'uploading' || upload === undefined) return settled;

  const key = mediaKeys.upload(video.accountId, video.videoId);
  const arrived = await uploads.arrived(key, upload.uploadId);
  // Completed or given up at this very moment.
  if (arrived === null) return settled;

  const there = new Set(arrived.map(({ number }) => number));
  const missing = partsOf(video.fileSize, upload.partSize).filter(({ number }) => !there.has(number));
  // The URLs write, so a key that may only read gets what is missing without them.
  const signed = principal.scopes.includes('project:edit')
    ? await signer.signParts(key, upload.uploadId, missing)
    : { parts: missing.map(({ number }) => ({ number, url: '' })), expiresAt: '' };
  return {
    status,
    partSize: upload.partSize,
    parts: arrived,
    remaining: signed.parts,
    expiresAt: missing.length === 0 ? '' : signed.expiresAt,
  };
}
