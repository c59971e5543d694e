import path from 'node:path';
import type { z } from 'zod';
import type { uploadAnnouncement } from '../../shared/contract/schemas/video.ts';
import { type DirectUpload, partSizeFor, partsOf } from '../../shared/domain/direct-upload.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { isoNow } from '../../shared/domain/runtime.ts';
import { newVideo, type Video } from '../../shared/domain/video.ts';
import { quotaExceeded } from '../../shared/http/quota-exceeded.ts';
import type { DirectUploads } from '../../shared/stores/direct-uploads.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import type { MediaFiles } from '../../shared/stores/media-files.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import type { NewVideos } from '../../shared/stores/new-videos.ts';
import type { UrlSigner } from '../../shared/stores/signed-urls.ts';

/** A file that is yet to come. Its URLs are made of this, as often as they are needed. */
export type AnnouncedFile = Pick<Video, 'accountId' | 'videoId' | 'name' | 'status' | 'fileSize'> & {
  upload: DirectUpload;
};

/** Makes a new video of a file that is yet to come. */
export async function announceFile(
  {
    videos,
    files,
    uploads,
    environment: { runtime },
  }: {
    videos: NewVideos;
    files: MediaFiles;
    uploads: DirectUploads;
    environment: Environment;
  },
  accountId: string,
  { fileName, fileSize, name, autoProcess }: z.output<typeof uploadAnnouncement>,
): Promise<AnnouncedFile> {
  const videoId = uuidv7(runtime);
  // First the upload: without URLs nobody can make an object of it before the item is there.
  const key = mediaKeys.upload(accountId, videoId);
  const uploadId = await uploads.open(key);
  const upload = { uploadId, partSize: partSizeFor(fileSize) };
  const video = newVideo({
    accountId,
    videoId,
    name: name ?? (path.basename(fileName) || 'Untitled'),
    fileSize,
    autoProcess,
    createdAt: isoNow(runtime),
    upload,
  });
  const excess = await videos.create(video);
  if (excess !== null) {
    await files.abortUpload(key, uploadId);
    throw quotaExceeded(excess);
  }
  return { accountId, videoId, name: video.name, status: video.status, fileSize, upload };
}

/** The answer to an announcement: where the parts of the file go. */
export async function partUrls(
  signer: UrlSigner,
  { accountId, videoId, name, status, fileSize, upload: { uploadId, partSize } }: AnnouncedFile,
) {
  const parts = partsOf(fileSize, partSize);
  const signed = await signer.signParts(mediaKeys.upload(accountId, videoId), uploadId, parts);
  return { id: videoId, name, status, uploadProgress: 0, upload: { partSize, ...signed } };
}
