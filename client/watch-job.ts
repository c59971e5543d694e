import { getProcessingStatus } from '../shared/contract/routes/processing.ts';
import type { JobStatus } from './answers.ts';
import type { Client } from './client.ts';
import { type PollOptions, polled } from './poll.ts';

/** States that a later release may have besides are on the way to one of these. */
const OVER: readonly string[] = ['completed', 'failed', 'cancelled'];

/**
 * The states of a video's latest job, until it is over: the last one is `completed`, `failed` or `cancelled`.
 * @throws ApiFailure `JOB_NOT_FOUND` where there has been none; as `Client.call`
 */
export async function* watchJob(
  client: Client,
  id: string,
  options: PollOptions = {},
): AsyncGenerator<JobStatus, void> {
  const { signal } = options;
  const states = polled(() => client.call(getProcessingStatus, { params: { id }, signal }), options);
  for await (const state of states) {
    yield state;
    if (OVER.includes(state.status)) return;
  }
}
