import { SETTINGS } from '../../../shared/contract/resources.ts';
import { processingOptions } from '../../../shared/contract/schemas/job.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { configuredModel } from '../../../shared/service/jobs/configured-model.ts';
import { planJob, readFrameIndex, segmentMessages } from '../../../shared/service/jobs/plan-job.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { openJobs } from '../../../shared/stores/jobs/jobs.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';

/**
 * Claims a detection job of five frames a second that is cut into the given number of segments, however small they are.
 * Returns the bodies of its messages, which are not sent. With labels, the CLIP model names its objects.
 */
export async function claimSegmentedJob(
  environment: Environment,
  videoId: string,
  segments: number,
  labels: readonly string[] = [],
): Promise<{ job: Job; messages: string[] }> {
  const videos = openVideos(environment);
  const video = await videos.get((await videos.ownerOf(videoId)) ?? '', videoId);
  if (video === null) throw new Error(`There is no video ${videoId}`);
  const { model, fallback } = configuredModel(environment);
  const naming = labels.length > 0;
  const index = await readFrameIndex(openMediaFiles(environment), videoId);
  const plan = planJob(video, index, processingOptions.parse({ fps: 5, labels, enableClip: naming }), {
    jobId: uuidv7(environment.runtime),
    now: environment.runtime.now(),
    model: model.id,
    fallback,
    ...(naming && { clipModel: environment.variables[SETTINGS.clipModel] ?? '' }),
  });
  const boundaries = Array.from({ length: segments + 1 }, (_, i) =>
    Math.round((plan.sampledFrames * i) / segments),
  );
  const job: Job = { ...plan, boundaries, segmentSeconds: Array<number>(segments).fill(1) };
  if (!(await openJobs(environment).claim(job))) throw new Error(`Video ${videoId} has an active job`);
  return { job, messages: segmentMessages(job).map((message) => JSON.stringify(message)) };
}
