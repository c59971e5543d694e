import { ApiError } from '../../shared/contract/errors.ts';
import { uploadVideo } from '../../shared/contract/routes.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { openDirectUploads } from '../../shared/stores/direct-uploads.ts';
import { openMediaFiles } from '../../shared/stores/media-files.ts';
import { openUrlSigner } from '../../shared/stores/signed-urls.ts';
import { openVideos } from '../../shared/stores/videos.ts';
import { announceFile } from './announce-file.ts';
import { storeFile } from './store-file.ts';

export const handler = endpoint(
  uploadVideo,
  { videos: openVideos, files: openMediaFiles, uploads: openDirectUploads, signer: openUrlSigner },
  async ({ principal, body }, stores) => {
    if (principal.projectIds !== null) {
      throw new ApiError('PROJECT_NOT_ALLOWED', 'A key restricted to certain videos cannot upload new ones.');
    }
    const { accountId } = principal;
    if ('file' in body) return { body: await storeFile(stores, accountId, body) };
    return { body: await announceFile(stores, accountId, body.json) };
  },
);
