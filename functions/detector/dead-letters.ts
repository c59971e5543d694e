import type { SQSEvent } from 'aws-lambda';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import type { DetectionMessage } from '../../shared/stores/queues.ts';

/** Fails the jobs whose messages were given up: their worker died or ran out of time each time. */
export async function handler(event: SQSEvent): Promise<void> {
  const jobs = openJobs(processEnvironment());
  for (const { body } of event.Records) {
    await jobs.advance(JSON.parse(body) as DetectionMessage, 'failed', {
      failure: { code: 'WORKER_DIED', message: 'The detector died or ran out of time on every attempt.' },
    });
  }
}
