import { uploadVideo } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readForm } from '../../shared/http/form-body.ts';
import {
  type ReceivedUpload,
  receiveUpload,
  UPLOAD_STORES,
  uploadAnswer,
} from '../../shared/service/uploads/receive-upload.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  uploadVideo,
  { ...UPLOAD_STORES, idempotency: openIdempotency },
  async ({ principal, body }, stores) => {
    const kept = await receiveUpload(stores, principal, body);
    return { body: await uploadAnswer(kept, stores.signer), kept };
  },
  {
    renew: async (kept, _, { signer }) => ({ body: await uploadAnswer(kept as ReceivedUpload, signer) }),
    readForm,
  },
);
