import type { DetectionMessage } from '../../../shared/contract/messages.ts';
import { openDetectionQueue } from '../../../shared/stores/queues/detection-queue.ts';
import type { Workbench } from '../service/workbench.ts';
import { claimSegmentedJob } from './segmented-job.ts';

/** Queues a detection job of so many segments. */
export async function queueSegments(
  { environment }: Workbench,
  videoId: string,
  segments: number,
): Promise<void> {
  const { messages } = await claimSegmentedJob(environment, videoId, segments);
  await openDetectionQueue(environment).send(
    messages.map((message) => JSON.parse(message) as DetectionMessage),
  );
}
