import type { Job } from '../../domain/job/job.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import { openTextEncoder } from '../../inference/clip-model/text-encoder.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { bestCrops } from '../../vision/tracking/best-crops.ts';
import { namingMessages } from '../jobs/plan-job.ts';
import { detectedObject } from './detected-objects.ts';
import { writeJobFile } from './job-files.ts';
import { installedClipModel } from './loaded-models.ts';
import type { NamingPlan, ObjectView } from './naming-plan.ts';
import { type PackedSegment, tracksOf } from './tracks.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Looks at each object: the cost of naming grows with the objects, not with the length of the video. */
const VIEWS = 5;
/** Pixels along a side beyond which a crop tells the encoder no more; encoders of CLIP's family see 224 to 336. */
const ENOUGH_PIXELS = 224;

/**
 * Tracks the objects of a job, chooses where each is to be looked at, embeds the texts, and asks for the looks. What
 * follows depends on the detections only, so it does not matter how the job is cut into segments; the plan is made once.
 * @param detections by segment, of the whole video
 */
export async function planNaming(
  stores: WorkerStores,
  job: Job,
  clipModel: string,
  readDetections: () => Promise<PackedSegment[]>,
): Promise<void> {
  const { videos, files, queue, purger } = stores;
  const { accountId, videoId, jobId } = job;
  const key = mediaKeys.namingPlan(videoId, jobId);
  if ((await files.size(key)) === null) {
    const video = await videos.get(accountId, videoId);
    if (video === null) return purger.purge(accountId, videoId);
    const segments = await readDetections();
    const tracks = [...tracksOf(segments, { ...job.options, labels: [] })];
    const views = tracks.flatMap(({ points }, object) =>
      bestCrops(points, VIEWS, ENOUGH_PIXELS).map((crop): ObjectView => ({ object, ...crop })),
    );
    await writeJobFile(
      files,
      mediaKeys.tracked(videoId, jobId),
      tracks.map((track) => detectedObject(track, video)),
    );
    await writeJobFile(files, key, {
      ...(await embeddedTexts(stores, job, clipModel)),
      views: segments.map((unpack) => viewsWithin(views, unpack())),
    } satisfies NamingPlan);
    if (await purger.purgeIfDeleted(accountId, videoId)) return;
  }
  await queue.send(namingMessages(job));
}

function viewsWithin(views: readonly ObjectView[], segment: ReturnType<PackedSegment>): ObjectView[] {
  const frames = new Set(segment.map(({ frame }) => frame));
  return views.filter(({ frame }) => frames.has(frame));
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
