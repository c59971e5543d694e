import { getProcessing } from '../../shared/contract/routes/console/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { processingChoices } from '../../shared/service/jobs/configured-model.ts';
import { latestJob, STATUS_STORES } from '../../shared/service/jobs/job-status.ts';

export const handler = endpoint(getProcessing, STATUS_STORES, async ({ principal, params }, stores) => ({
  body: { job: await latestJob(stores, principal, params.id), ...processingChoices(stores.environment) },
}));
