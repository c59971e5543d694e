import type { DetectionMessage } from '../../contract/messages.ts';
import type { JobFailure } from '../../domain/job/job.ts';
import type { JobWriter } from '../../stores/jobs/jobs.ts';
import type { JobSlots } from '../../stores/quotas/job-quota.ts';
import type { SurfaceSlots } from '../../stores/quotas/surface-quota.ts';
import type { SurfaceWriter } from '../../stores/surfaces.ts';

interface FailureStores {
  jobs: JobWriter;
  slots: JobSlots;
  surfaces: SurfaceWriter;
  surfaceSlots: SurfaceSlots;
}

/** Fails what a step belongs to, its job or the tracking of its surface, and releases its slot in the quota. */
export async function failStep(
  { jobs, slots, surfaces, surfaceSlots }: FailureStores,
  message: DetectionMessage,
  failure: JobFailure,
): Promise<void> {
  if (message.kind === 'surface') {
    await surfaces.advance(message, 'failed', { failure });
    await surfaceSlots.release(message);
  } else {
    await jobs.advance(message, 'failed', { failure });
    await slots.release(message.accountId, message.videoId, message.jobId);
  }
}

/** Fails what a step belongs to that killed its worker, or ran out of time, on every attempt. */
export const giveUpStep = (
  stores: Parameters<typeof failStep>[0],
  message: DetectionMessage,
): Promise<void> =>
  failStep(stores, message, {
    code: 'WORKER_DIED',
    message: 'The detector died or ran out of time on every attempt.',
  });
