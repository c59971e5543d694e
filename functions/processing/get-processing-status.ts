import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { jobStatus, STATUS_STORES } from '../../shared/service/jobs/job-status.ts';

export const handler = endpoint(
  getProcessingStatus,
  STATUS_STORES,
  async ({ principal, params }, stores) => ({
    body: await jobStatus(stores, principal, params.id),
  }),
);
