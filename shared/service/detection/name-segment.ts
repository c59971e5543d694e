import type { UnitMessage } from '../../contract/messages.ts';
import { allSegmentsNamed, type Job, namingUnit } from '../../domain/job/job.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import type { ImageEncoder } from '../../inference/clip-model/image-encoder.ts';
import { InferenceError } from '../../inference/errors.ts';
import { decodeFrames } from '../../media/decode/decode-frames.ts';
import { fitWithin } from '../../media/pictures/resize.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { cosine, type Likeness } from '../../vision/network/zero-shot.ts';
import { sharpness } from '../../vision/picture/sharpness.ts';
import { cropResized } from '../../vision/picture/square-crop.ts';
import { readJobFile } from './job-files.ts';
import { imageEncoders } from './loaded-models.ts';
import { openJobVideo } from './open-job-video.ts';
import type { NamingPlan, ObjectCrop } from './plan-naming.ts';
import { progressNotes, runUnit } from './run-unit.ts';
import type { WorkerStores } from './worker-stores.ts';

/** How much a crop of an object is like each text. */
export interface ObjectLikeness extends Likeness {
  /** Position in the list of the tracked objects. */
  readonly object: number;
}

/** Frames are decoded up to this size: a crop of them is seldom smaller than what an encoder sees. */
const LARGEST_FRAME = { width: 1920, height: 1920 };

/**
 * Compares the crops that the plan names in one segment with its texts.
 * @returns the job when its next step can begin: this was its last segment, or its finish was interrupted
 */
export async function nameSegment(
  stores: WorkerStores,
  { videoId, jobId, segment }: UnitMessage,
): Promise<Job | null> {
  const job = await stores.jobs.get(videoId);
  if (job?.jobId !== jobId || job.clipModel === undefined) return null;
  if (job.state === 'finishing') return job;
  if (job.state !== 'processing') return null;
  const { clipModel } = job;
  return runUnit(stores, job, {
    unit: namingUnit(job, segment),
    key: mediaKeys.named(videoId, jobId, segment),
    complete: allSegmentsNamed,
    work: () => compare(stores, job, segment, clipModel),
  });
}

/** @throws JobStopped */
async function compare(
  stores: WorkerStores,
  job: Job,
  segment: number,
  clipModel: string,
): Promise<ObjectLikeness[]> {
  const { videoId, jobId, boundaries } = job;
  const plan = await readJobFile<NamingPlan>(stores.files, mediaKeys.namingPlan(videoId, jobId));
  const crops = plan.views[segment] ?? [];
  const samples = (boundaries[segment + 1] ?? 0) - (boundaries[segment] ?? 0);
  const found: ObjectLikeness[] = [];
  // Without crops not even the model is needed.
  if (crops.length === 0) {
    await progressNotes(stores, job, namingUnit(job, segment))({ samples, isLast: true });
    return found;
  }
  const loading = imageEncoders.get(stores.environment, clipModel);
  const encoder = await loading;
  const note = progressNotes(stores, job, namingUnit(job, segment));
  await note({ samples: 0 });
  try {
    for await (const likenesses of likenessesByFrame(stores, job, plan, crops, encoder)) {
      found.push(...likenesses);
      const isLast = found.length === crops.length;
      await note({ samples: Math.floor((samples * found.length) / crops.length), isLast });
    }
  } catch (error) {
    if (error instanceof InferenceError) imageEncoders.forget(loading);
    throw error;
  }
  return found;
}

/** The likenesses of all crops of a frame, frame by frame. */
async function* likenessesByFrame(
  stores: WorkerStores,
  job: Job,
  { texts }: NamingPlan,
  crops: readonly ObjectCrop[],
  encoder: ImageEncoder,
): AsyncGenerator<ObjectLikeness[], void> {
  const byFrame = Map.groupBy(crops, ({ frame }) => frame);
  const frames = [...byFrame.keys()].sort((a, b) => a - b);
  const { video, source, index } = await openJobVideo(stores, job);
  const size = fitWithin(video, LARGEST_FRAME);
  const [scaleX, scaleY] = [size.width / video.width, size.height / video.height];
  for await (const picture of decodeFrames(source, index, frames, { ...size, format: 'rgb24' })) {
    const likenesses: ObjectLikeness[] = [];
    for (const { object, box, weight } of byFrame.get(picture.frame) ?? []) {
      const { x, y, width, height } = box;
      const scaled = { x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY };
      const crop = cropResized(picture, scaled, encoder.side);
      const embedding = await encoder.embed(crop);
      likenesses.push({
        object,
        weight: sixDecimals(weight * sharpness(crop)),
        cosines: texts.map((text) => sixDecimals(cosine(embedding, text))),
      });
    }
    yield likenesses;
  }
}
