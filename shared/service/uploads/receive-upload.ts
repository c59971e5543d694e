import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { uploadAnnouncement } from '../../contract/schemas/video.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openUploadControl } from '../../stores/files/direct-uploads.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openUrlSigner, type UrlSigner } from '../../stores/files/url-signer.ts';
import { ADMISSION_STORES } from './admit-video.ts';
import { type AnnouncedFile, announceFile, partUrls } from './announce-file.ts';
import { type StoredFile, storeFile, type UploadForm } from './store-file.ts';

export const UPLOAD_STORES = {
  ...ADMISSION_STORES,
  files: openMediaFiles,
  uploads: openUploadControl,
  signer: openUrlSigner,
};

/** What the answer to an upload is made of: a stored file's is final, an announced file's needs fresh URLs. */
export type ReceivedUpload = { stored: StoredFile } | { announced: AnnouncedFile };

/**
 * Makes a new video of a file that came in a form, or of one that is announced and yet to come.
 * @throws ApiError `PROJECT_NOT_ALLOWED`; as `storeFile` and `announceFile`
 */
export async function receiveUpload(
  stores: Opened<typeof UPLOAD_STORES>,
  { accountId, projectIds }: Principal,
  body: UploadForm | { json: z.output<typeof uploadAnnouncement> },
): Promise<ReceivedUpload> {
  if (projectIds !== null) {
    throw new ApiError('PROJECT_NOT_ALLOWED', 'A key restricted to certain videos cannot upload new ones.');
  }
  return 'file' in body
    ? { stored: await storeFile(stores, accountId, body) }
    : { announced: await announceFile(stores, accountId, body.json) };
}

/** The answer to an upload. */
export const uploadAnswer = async (received: ReceivedUpload, signer: UrlSigner) =>
  'stored' in received ? received.stored : partUrls(signer, received.announced);
