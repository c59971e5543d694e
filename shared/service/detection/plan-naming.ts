import type { Job } from '../../domain/job/job.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import { openTextEncoder } from '../../inference/clip-model/text-encoder.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { bestCrops, type Crop } from '../../vision/tracking/best-crops.ts';
import { namingMessages } from '../jobs/plan-job.ts';
import { isDeleted } from '../videos/find-video.ts';
import { detectedObject } from './detected-object.ts';
import { writeJobFile } from './job-files.ts';
import { installedClipModel } from './loaded-models.ts';
import { type PackedSegment, trackSegments } from './track-segments.ts';
import type { WorkerStores } from './worker-stores.ts';

/** What the objects of a job are compared with, and where. */
export interface NamingPlan {
  /** Each once. */
  readonly labels: readonly string[];
  /** See `ClipManifest`. */
  readonly logitScale: number;
  /** Unit vectors: of each label, then of each neutral text. */
  readonly texts: readonly (readonly number[])[];
  /** The crops to compare, by segment. */
  readonly views: readonly (readonly ObjectCrop[])[];
}

/** A crop of a frame that shows an object. */
export interface ObjectCrop extends Crop {
  /** Position in the list of the tracked objects. */
  readonly object: number;
}

/** Crops of each object: the cost of naming grows with the objects, not with the length of the video. */
const CROPS = 5;
/** Pixels along a side beyond which a crop adds nothing for the encoder; encoders of CLIP's family see 224 to 336. */
const ENOUGH_PIXELS = 224;

/**
 * Tracks the objects of a job, chooses the crops that show each best, embeds the texts, and sends the segments round
 * again. The plan depends on the detections alone, not on how the job is cut into segments. It is made once.
 * @param detections by segment, of the whole video
 */
export async function planNaming(
  stores: WorkerStores,
  job: Job,
  clipModel: string,
  readDetections: () => Promise<PackedSegment[]>,
): Promise<void> {
  const { videos, files, queue } = stores;
  const { accountId, videoId, jobId } = job;
  const key = mediaKeys.namingPlan(videoId, jobId);
  if ((await files.size(key)) === null) {
    const video = await videos.get(accountId, videoId);
    if (video === null) return;
    const segments = await readDetections();
    const tracks = [...trackSegments(segments, { ...job.options, labels: [] })];
    const crops = tracks.flatMap(({ points }, object) =>
      bestCrops(points, CROPS, ENOUGH_PIXELS).map((crop): ObjectCrop => ({ object, ...crop })),
    );
    await writeJobFile(
      files,
      mediaKeys.tracked(videoId, jobId),
      tracks.map((track) => detectedObject(track, video)),
    );
    await writeJobFile(files, key, {
      ...(await embeddedTexts(stores, job, clipModel)),
      views: segments.map((unpack) => cropsWithin(crops, unpack())),
    } satisfies NamingPlan);
    if (await isDeleted(stores, videoId)) return;
  }
  await queue.send(namingMessages(job));
}

function cropsWithin(crops: readonly ObjectCrop[], segment: ReturnType<PackedSegment>): ObjectCrop[] {
  const frames = new Set(segment.map(({ frame }) => frame));
  return crops.filter(({ frame }) => frames.has(frame));
}

async function embeddedTexts({ environment }: WorkerStores, { options }: Job, clipModel: string) {
  const model = await installedClipModel(environment, clipModel);
  const { prompt, neutral, logitScale } = model.manifest;
  const labels = [...new Set(options.labels)];
  await using encoder = await openTextEncoder(model);
  const texts: number[][] = [];
  // A replacement text would give a meaning to the dollar signs of a label.
  for (const text of [...labels.map((label) => prompt.replace('{}', () => label)), ...neutral]) {
    texts.push(unit(await encoder.embed(text)));
  }
  return { labels, logitScale, texts };
}

function unit(vector: Float32Array): number[] {
  const length = Math.hypot(...vector);
  return Array.from(vector, (value) => (length > 0 ? sixDecimals(value / length) : 0));
}
