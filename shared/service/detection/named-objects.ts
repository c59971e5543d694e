import type { DetectedObject } from '../../domain/document/merge-detected-objects.ts';
import { type Job, segmentCount } from '../../domain/job/job.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { type Likeness, textProbabilities } from '../../vision/network/zero-shot.ts';
import { readJobFile } from './job-files.ts';
import type { ObjectLikeness } from './name-segment.ts';
import type { NamingPlan } from './plan-naming.ts';

/** Label of an object that no label fits better than the neutral texts do. */
const UNKNOWN = 'unknown';

/** The tracked objects of a job, with the labels that fit their crops best. */
export async function namedObjects(files: MediaFiles, job: Job): Promise<DetectedObject[]> {
  const { videoId, jobId } = job;
  const plan = await readJobFile<NamingPlan>(files, mediaKeys.namingPlan(videoId, jobId));
  const objects = await readJobFile<DetectedObject[]>(files, mediaKeys.tracked(videoId, jobId));
  const likenesses: ObjectLikeness[] = [];
  for (let segment = 0; segment < segmentCount(job); segment++) {
    likenesses.push(
      ...(await readJobFile<ObjectLikeness[]>(files, mediaKeys.named(videoId, jobId, segment))),
    );
  }
  const byObject = Map.groupBy(likenesses, ({ object }) => object);
  return objects.map((object, position) => ({ ...object, ...nameOf(byObject.get(position) ?? [], plan) }));
}

/** The likeliest label, `unknown` where no label fits, with its probability. */
function nameOf(
  crops: readonly Likeness[],
  { labels, logitScale }: Pick<NamingPlan, 'labels' | 'logitScale'>,
): { label: string; labelConfidence: number } {
  const probabilities = textProbabilities(crops, logitScale);
  const neutral = probabilities.slice(labels.length).reduce((sum, probability) => sum + probability, 0);
  const named = labels.map((label, i) => ({ label, labelConfidence: sixDecimals(probabilities[i] ?? 0) }));
  return named.reduce((best, next) => (next.labelConfidence > best.labelConfidence ? next : best), {
    label: UNKNOWN,
    labelConfidence: sixDecimals(neutral),
  });
}
