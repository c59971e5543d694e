import type { JobStatus, Video } from '../client/answers.ts';
import type { Client } from '../client/client.ts';
import { waitUntilProcessed } from '../client/wait-until-processed.ts';
import { watchJob } from '../client/watch-job.ts';
import type { Context } from './command.ts';
import { CommandFailure } from './failures.ts';
import { counted, formatDuration } from './format.ts';

/**
 * Waits until the video is processed.
 * @throws VideoFailure
 */
export const awaitProcessed = ({ signal, pause }: Context, client: Client, id: string): Promise<Video> =>
  waitUntilProcessed(client, id, { signal, wait: pause });

/**
 * Follows the latest job under a progress bar until it is over.
 * @throws CommandFailure when it failed or was cancelled
 */
export async function followJob(context: Context, client: Client, id: string): Promise<JobStatus> {
  const progress = context.terminal.progress('Detecting ');
  try {
    let job: JobStatus | undefined;
    for await (job of watchJob(client, id, { signal: context.signal, wait: context.pause })) {
      progress.update(job.progress / 100, describeProgress(job));
    }
    if (job?.status !== 'completed') throw failureOf(job);
    progress.done(`Found ${counted(job.objectsDetected, 'object')} with ${job.model}`);
    return job;
  } finally {
    progress.stop();
  }
}

const describeProgress = ({ status, currentFrame, totalFrames, eta }: JobStatus): string =>
  status === 'queued'
    ? 'queued'
    : `frame ${currentFrame + 1} of ${totalFrames}${eta > 0 ? `, ${formatDuration(eta)} left` : ''}`;

function failureOf(job: JobStatus | undefined): CommandFailure {
  if (job?.status === 'cancelled') return new CommandFailure('JOB_CANCELLED', 'The job was cancelled.');
  const { code, message } = job?.error ?? { code: 'JOB_FAILED', message: 'no reason is known' };
  return new CommandFailure(code, `The job failed: ${message}`);
}
