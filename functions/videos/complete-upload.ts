import { completeUpload as definition } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { COMPLETION_STORES, completeUpload } from '../../shared/service/uploads/complete-upload.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...COMPLETION_STORES, idempotency: openIdempotency },
  async ({ principal, params: { id }, body }, stores) => ({
    body: { id, status: await completeUpload(stores, principal, id, body) },
  }),
);
