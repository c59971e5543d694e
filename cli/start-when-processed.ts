import type { CallInput, CallOutput } from '../client/client.ts';
import { ApiFailure } from '../client/failure.ts';
import { poll } from '../client/poll.ts';
import { startProcessing } from '../shared/contract/routes/processing.ts';
import type { Context } from './command.ts';
import { awaitWork, processingOf } from './ongoing-work.ts';
import type { ApiAccess } from './service.ts';
import { awaitProcessed } from './video-progress.ts';

/**
 * Starts a detection job, once the video is processed: right after its upload the service refuses one.
 * @throws VideoFailure
 */
export function startWhenProcessed(
  context: Context,
  access: Pick<ApiAccess, 'client' | 'lasting'>,
  id: string,
  input: CallInput<typeof startProcessing>,
): Promise<CallOutput<typeof startProcessing>> {
  const { client } = access;
  let reported = false;
  return poll(
    async () => {
      try {
        return await client.call(startProcessing, input);
      } catch (error) {
        const status = notReadyYet(error);
        if (status === null) throw error;
        if (!reported)
          context.terminal.note(`Waiting until the video is processed: its status is ${status}.`);
        reported = true;
        await awaitWork(context, access, processingOf(id), awaitProcessed(context, client, id));
        return null;
      }
    },
    { wait: context.pause },
  );
}

/** The status of a video that may become ready; null for other errors. */
function notReadyYet(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.code !== 'VIDEO_NOT_READY') return null;
  const status = String(error.details?.status);
  return status === 'failed' ? null : status;
}
