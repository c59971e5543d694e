import { getUpload } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PROGRESS_STORES, uploadProgress } from '../../shared/service/uploads/upload-progress.ts';

export const handler = endpoint(getUpload, PROGRESS_STORES, async ({ principal, params }, stores) => ({
  body: await uploadProgress(stores, principal, params.id),
}));
