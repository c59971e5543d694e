import path from 'node:path';
import { startService } from '../../local/service.ts';
import { type Job, segmentCount } from '../../shared/domain/job/job.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { finishJob } from '../../shared/service/detection/finish-job.ts';
import { writeJobFile } from '../../shared/service/detection/job-files.ts';
import { WORKER_STORES } from '../../shared/service/detection/worker-stores.ts';
import { finishMessage } from '../../shared/service/jobs/plan-job.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openJobClaims } from '../../shared/stores/jobs/jobs.ts';
import { frameSignature } from '../../shared/vision/camera/frame-signature.ts';
import type { FrameDetections } from '../../shared/vision/network/detection.ts';
import { seedVideo } from '../../test/support/videos/seed-video.ts';
import { costOf } from '../measure.ts';

/** The signature of a scene that does not change, so that no cuts are found. */
const SIGNATURE = Buffer.from(frameSignature(new Uint8Array(3 * 64 * 64), 64, 64)).toString('base64');

/**
 * Seconds of processor time for the finish of a planned job whose segments have the given detections: reading them,
 * tracking, committing. Includes the local stores.
 */
export async function recordFinish(
  plan: Job,
  detections: readonly FrameDetections[],
  scratchDir: string,
): Promise<number> {
  const service = await startService({
    dataDir: path.join(scratchDir, 'finish'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
    worker: false,
  });
  try {
    const environment = { variables: service.variables, runtime: systemRuntime };
    const stores = openAll(WORKER_STORES, environment);
    const { jobs, files, videos } = stores;
    const videoId = await seedVideo(service);
    const accountId = (await videos.ownerOf(videoId)) ?? '';
    const job: Job = { ...plan, videoId, accountId, state: 'processing' };
    if (!(await openJobClaims(environment).claim(job))) throw new Error('The job was not taken');
    for (let segment = 0; segment < segmentCount(job); segment++) {
      const frames = detections.slice(job.boundaries[segment], job.boundaries[segment + 1]);
      await writeJobFile(
        files,
        mediaKeys.segment(videoId, job.jobId, segment),
        frames.map((frame) => ({ ...frame, signature: SIGNATURE })),
      );
      await jobs.completeUnit(job, segment);
    }
    const { cpuMs } = await costOf(() => finishJob(stores, finishMessage(job)));
    const after = await jobs.get(videoId);
    if (after?.state !== 'completed') throw new Error(`The finish has left the job ${after?.state}`);
    return cpuMs / 1000;
  } finally {
    await service.close();
  }
}
