import path from 'node:path';
import type { z } from 'zod';
import { quotaExceeded } from '../../contract/quotas.ts';
import { nameOfFile } from '../../contract/schemas/primitives.ts';
import type { uploadAnnouncement } from '../../contract/schemas/video.ts';
import { type DirectUpload, partSizeFor, partsOf } from '../../domain/direct-upload.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { newVideo, type Video } from '../../domain/video.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { DirectUploads } from '../../stores/files/direct-uploads.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { UrlSigner } from '../../stores/files/url-signer.ts';
import { traceOrigin } from '../../stores/tracing/continue-trace.ts';
import { type AdmissionStores, admitVideo } from './admit-video.ts';

/** A file that is yet to come. Its URLs are made from this whenever they are needed. */
export type AnnouncedFile = Pick<Video, 'accountId' | 'videoId' | 'name' | 'status' | 'fileSize'> & {
  upload: DirectUpload;
};

/** Creates the video of a file that is yet to come. */
export async function announceFile(
  stores: AdmissionStores & { files: MediaFiles; uploads: Pick<DirectUploads, 'open'> },
  accountId: string,
  { fileName, fileSize, name, autoProcess }: z.output<typeof uploadAnnouncement>,
): Promise<AnnouncedFile> {
  const { runtime } = stores.environment;
  const videoId = uuidv7(runtime);
  // The upload comes first: without its URLs no client can complete it before the video's item exists.
  const key = mediaKeys.upload(accountId, videoId);
  const uploadId = await stores.uploads.open(key);
  const upload = { uploadId, partSize: partSizeFor(fileSize) };
  const video = newVideo({
    accountId,
    videoId,
    name: name ?? nameOfFile(path.basename(fileName)),
    fileSize,
    autoProcess,
    createdAt: isoNow(runtime),
    ...requestOrigin(),
    ...traceOrigin(),
    upload,
  });
  const excess = await admitVideo(stores, video);
  if (excess !== null) {
    await stores.files.abortUpload(key, uploadId);
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
