import type { OperatorStores } from '../operator-stores.ts';
import { type RetryOutcome, retryFailed } from './retry-failed.ts';

/** What became of a video; after an `error` it can be retried again. */
export type Retried =
  | { videoId: string; outcome: RetryOutcome }
  | { videoId: string; outcome: 'error'; error: string };

/** Gives each video another attempt (`retryFailed`). An error does not end the round: the others get their attempt, and all are reported. */
export async function retryEach(stores: OperatorStores, videoIds: readonly string[]): Promise<Retried[]> {
  const retried: Retried[] = [];
  for (const videoId of videoIds) {
    try {
      retried.push({ videoId, outcome: await retryFailed(stores, videoId) });
    } catch (error) {
      retried.push({
        videoId,
        outcome: 'error',
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return retried;
}
