import { stepsGivenUp } from '../../shared/contract/messages.ts';
import { giveUpStep } from '../../shared/service/steps/fail-step.ts';
import { openJobWriter } from '../../shared/stores/jobs/jobs.ts';
import { openJobSlots } from '../../shared/stores/quotas/job-quota.ts';
import { openSurfaceSlots } from '../../shared/stores/quotas/surface-quota.ts';
import { openSurfaceWriter } from '../../shared/stores/surfaces.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(
  stepsGivenUp,
  {
    jobs: openJobWriter,
    slots: openJobSlots,
    surfaces: openSurfaceWriter,
    surfaceSlots: openSurfaceSlots,
  },
  (message, stores) => giveUpStep(stores, message),
);
