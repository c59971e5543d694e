import type { Environment } from '../../kernel/runtime/environment.ts';
import { openJobQuota } from '../../stores/quotas/job-quota.ts';
import { openWorkerStores } from '../jobs/worker-stores.ts';

export type IngestStores = ReturnType<typeof openIngestStores>;

export const openIngestStores = (environment: Environment) => ({
  ...openWorkerStores(environment),
  quota: openJobQuota(environment),
});
