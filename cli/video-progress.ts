import type { CallOutput, Client } from '../client/client.ts';
import { getProcessingStatus } from '../shared/contract/routes/processing.ts';
import { getVideo } from '../shared/contract/routes/videos.ts';
import type { Context } from './command.ts';
import { CommandFailure } from './failures.ts';
import { counted, formatDuration } from './format.ts';
import { poll } from './poll.ts';

export type VideoDetail = CallOutput<typeof getVideo>;
export type JobStatus = CallOutput<typeof getProcessingStatus>;

/**
 * Waits until the video is processed.
 * @throws CommandFailure with the video's own reason when it failed
 */
export async function awaitProcessed(context: Context, client: Client, id: string): Promise<VideoDetail> {
  const video = await poll(context, async () => {
    const current = await client.call(getVideo, { params: { id }, signal: context.signal });
    return ['processed', 'failed'].includes(current.status) ? current : null;
  });
  if (video.status === 'processed') return video;
  const { code, message } = video.failure ?? { code: 'VIDEO_FAILED', message: 'no reason is known' };
  throw new CommandFailure(code, `The video cannot be used: ${message}`);
}

/**
 * Follows the latest job under a progress bar until it is over.
 * @throws CommandFailure when it failed or was cancelled
 */
export async function followJob(context: Context, client: Client, id: string): Promise<JobStatus> {
  const progress = context.terminal.progress('Detecting ');
  try {
    const job = await poll(context, async () => {
      const status = await client.call(getProcessingStatus, { params: { id }, signal: context.signal });
      progress.update(status.progress / 100, describeProgress(status));
      return ['queued', 'processing'].includes(status.status) ? null : status;
    });
    if (job.status === 'completed') {
      progress.done(`Found ${counted(job.objectsDetected, 'object')} with ${job.model}`);
      return job;
    }
    throw failureOf(job);
  } finally {
    progress.stop();
  }
}

const describeProgress = ({ status, currentFrame, totalFrames, eta }: JobStatus): string =>
  status === 'queued'
    ? 'queued'
    : `frame ${currentFrame + 1} of ${totalFrames}${eta > 0 ? `, ${formatDuration(eta)} left` : ''}`;

function failureOf({ status, error }: JobStatus): CommandFailure {
  if (status === 'cancelled') return new CommandFailure('JOB_CANCELLED', 'The job was cancelled.');
  const { code, message } = error ?? { code: 'JOB_FAILED', message: 'no reason is known' };
  return new CommandFailure(code, `The job failed: ${message}`);
}
