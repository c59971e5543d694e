import type { DetectionMessage } from '../../contract/messages.ts';
import type { JobFailure } from '../../domain/job/job.ts';
import type { JobWriter } from '../../stores/jobs/jobs.ts';
import type { SurfaceWriter } from '../../stores/surfaces.ts';

/** Fails what a step belongs to: its job, or the tracking of its surface. */
export async function failStep(
  { jobs, surfaces }: { jobs: JobWriter; surfaces: SurfaceWriter },
  message: DetectionMessage,
  failure: JobFailure,
): Promise<void> {
  if (message.kind === 'surface') await surfaces.advance(message, 'failed', { failure });
  else await jobs.advance(message, 'failed', { failure });
}
