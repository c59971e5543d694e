import { cancelProcessing } from '../../shared/contract/routes/processing.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { CANCEL_STORES, cancelJob } from '../../shared/service/jobs/cancel-job.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  cancelProcessing,
  { ...CANCEL_STORES, idempotency: openIdempotency },
  async ({ principal, params }, stores) => {
    await cancelJob(stores, principal, params.id);
    return { body: { success: true, status: 'cancelled' } };
  },
);
