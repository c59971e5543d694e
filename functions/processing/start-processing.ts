import { startProcessing } from '../../shared/contract/routes/processing.ts';
import { publicStatus } from '../../shared/domain/job/job.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { START_STORES, startJob } from '../../shared/service/jobs/start-job.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  startProcessing,
  { ...START_STORES, idempotency: openIdempotency },
  async ({ principal, params, body, ifMatch }, stores) => {
    const { job, seconds } = await startJob(stores, principal, {
      videoId: params.id,
      options: body,
      base: ifMatch,
    });
    return {
      body: { jobId: job.jobId, status: publicStatus(job.state), estimatedTime: Math.ceil(seconds) },
    };
  },
);
