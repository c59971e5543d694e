import path from 'node:path';
import type { z } from 'zod';
import type { uploadAnnouncement } from '../../shared/contract/schemas/video.ts';
import { partSizeFor, partsOf } from '../../shared/domain/direct-upload.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { isoNow } from '../../shared/domain/runtime.ts';
import { newVideo } from '../../shared/domain/video.ts';
import type { DirectUploads } from '../../shared/stores/direct-uploads.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import type { UrlSigner } from '../../shared/stores/signed-urls.ts';
import type { Videos } from '../../shared/stores/videos.ts';

/** Makes a new video of a file that is yet to come, and says where its parts go. */
export async function announceFile(
  {
    videos,
    uploads,
    signer,
    environment: { runtime },
  }: { videos: Videos; uploads: DirectUploads; signer: UrlSigner; environment: Environment },
  accountId: string,
  { fileName, fileSize, name, autoProcess }: z.output<typeof uploadAnnouncement>,
) {
  const videoId = uuidv7(runtime);
  const key = mediaKeys.upload(accountId, videoId);
  const partSize = partSizeFor(fileSize);
  const uploadId = await uploads.open(key);
  const video = newVideo({
    accountId,
    videoId,
    name: name ?? (path.basename(fileName) || 'Untitled'),
    fileSize,
    autoProcess,
    createdAt: isoNow(runtime),
    upload: { uploadId, partSize },
  });
  await videos.create(video);
  const signed = await signer.signParts(key, uploadId, partsOf(fileSize, partSize));
  return {
    id: videoId,
    name: video.name,
    status: video.status,
    uploadProgress: 0,
    upload: { partSize, ...signed },
  };
}
