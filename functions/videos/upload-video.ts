import { ApiError } from '../../shared/contract/errors.ts';
import { uploadVideo } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ADMISSION_STORES } from '../../shared/service/uploads/admit-video.ts';
import { type AnnouncedFile, announceFile, partUrls } from '../../shared/service/uploads/announce-file.ts';
import { type StoredFile, storeFile } from '../../shared/service/uploads/store-file.ts';
import { openUploadControl } from '../../shared/stores/files/direct-uploads.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { openUrlSigner, type UrlSigner } from '../../shared/stores/files/url-signer.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

/** What an answer is made of: a stored file's is as it was, an announced file's needs URLs that are alive. */
type Kept = { stored: StoredFile } | { announced: AnnouncedFile };

async function answerOf(kept: Kept, signer: UrlSigner) {
  const body = 'stored' in kept ? kept.stored : await partUrls(signer, kept.announced);
  return { body, kept };
}

export const STORES = {
  ...ADMISSION_STORES,
  files: openMediaFiles,
  uploads: openUploadControl,
  signer: openUrlSigner,
  idempotency: openIdempotency,
};

export const handler = endpoint(
  uploadVideo,
  STORES,
  async ({ principal: { accountId, projectIds }, body }, stores) => {
    if (projectIds !== null) {
      throw new ApiError('PROJECT_NOT_ALLOWED', 'A key restricted to certain videos cannot upload new ones.');
    }
    const kept =
      'file' in body
        ? { stored: await storeFile(stores, accountId, body) }
        : { announced: await announceFile(stores, accountId, body.json) };
    return answerOf(kept, stores.signer);
  },
  (kept, _, { signer }) => answerOf(kept as Kept, signer),
);
