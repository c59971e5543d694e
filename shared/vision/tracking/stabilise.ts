import type { Box } from '../../kernel/geometry/box.ts';
import { LAYOUT_BYTES } from '../appearance/colour-layout.ts';
import { cameraMotion } from '../camera/camera-motion.ts';
import { compose, IDENTITY, type Similarity } from '../camera/similarity.ts';
import type { Detection, FrameDetections } from '../network/detection.ts';
import { frameNms } from './frame-nms.ts';
import { observationsOf, type Sample } from './observation.ts';

/** A sampled frame as the tracker takes it. */
export interface TrackerFrame extends FrameDetections {
  /** Maps this frame onto the one before, as `frameMotion` found it; null or absent where the pictures do not say. */
  readonly motion?: Similarity | null;
}

/** The cumulated zoom stays within this factor, far from where numbers overflow; beyond, a new shot begins. */
const MAX_CUMULATED_ZOOM = 1e6;

/**
 * Expresses all detections of at least `lowScore` in the coordinates of their shot's first frame, so that what
 * follows need not know of the camera. Each frame is looked at once and not kept.
 * @param cuts frames that begin a new shot
 */
export function stabilise(
  frames: Iterable<TrackerFrame>,
  { lowScore, cuts }: { lowScore: number; cuts: ReadonlySet<number> },
): Sample[] {
  const samples: Sample[] = [];
  let count = 0;
  let shot = 0;
  let pose = IDENTITY;
  let motion = IDENTITY;
  let before: readonly Box[] = [];
  for (const { frame, time, detections, motion: seen } of frames) {
    const found = frameNms(detections.filter(({ score }) => score >= lowScore));
    const boxes = found.map(({ box }) => box);
    // Pictures show what stands still; boxes only what may move. Doubtful ones count: where a sure one is missing, its
    // neighbour must not be taken for it.
    motion = seen ?? cameraMotion(before, boxes, motion);
    before = boxes;
    pose = compose(pose, motion);
    if (cuts.has(frame) || Math.abs(Math.log(pose.scale)) > Math.log(MAX_CUMULATED_ZOOM)) {
      shot++;
      pose = IDENTITY;
      motion = IDENTITY;
    }
    const observations = observationsOf(found, { firstId: count, index: samples.length, pose });
    count += observations.length;
    samples.push({ frame, time, shot, pose, observations, ...appearancesOf(found) });
  }
  return samples;
}

/** In one array a layout takes a third of the memory that it takes by itself. */
function appearancesOf(detections: readonly Detection[]): Pick<Sample, 'appearances'> {
  if (detections.every(({ appearance }) => appearance === undefined)) return {};
  const appearances = new Uint8Array(LAYOUT_BYTES * detections.length);
  detections.forEach(({ appearance }, i) => {
    if (appearance) appearances.set(appearance, LAYOUT_BYTES * i);
  });
  return { appearances };
}
