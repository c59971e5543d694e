import { type Box, intersection, iou } from '../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { IDENTITY } from '../../shared/vision/camera/similarity.ts';
import type { Detection, FrameDetections } from '../../shared/vision/network/detection.ts';
import type { TrackerFrame } from '../../shared/vision/tracking/stabilise.ts';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import type { MotRow } from '../mot/mot-file.ts';
import { type DescribedClip, undescribed } from './clips.ts';

/** Of a box, when it is not detected behind a nearer one. */
const HIDDEN_SHARE = 0.6;
/** A second, an object that is seen begins to be missed so often, and for so many seconds. */
const MISSES = { aSecond: 0.15, least: 0.4, most: 2 };
const SAMPLES_PER_SECOND = 5;
/** Every object comes within so many seconds of the first. */
const GATHERED_SECONDS = 12;
/** They would all come through one door: each is moved aside, by up to so many widths of the widest. */
const HALL = 4;

interface Shown {
  readonly id: number;
  readonly detection: Detection;
}

/**
 * The objects of a real clip of a still camera, each as the tracker finds it without appearance, gathered in time: they come
 * within a few seconds, so they meet, hide each other and are missed for a while. Their detections carry
 * what they really look like.
 * @param frames five a second
 */
export function gathered(name: string, frames: readonly FrameDetections[], seed: number): DescribedClip {
  const random = seededRandom(seed);
  const found = objectsOf(frames);
  const width = Math.max(...found.flat().map((detection) => detection?.box.width ?? 0));
  const objects = found.map((shown) => ({
    shown,
    start: Math.floor(random() * GATHERED_SECONDS * SAMPLES_PER_SECOND),
    aside: random() * HALL * width,
  }));
  const missedUntil = new Map<number, number>();
  const truth: MotRow[] = [];
  const detections: MotRow[] = [];
  const length = Math.max(...objects.map(({ shown, start }) => start + shown.length));
  const seen = Array.from({ length }, (_, i): TrackerFrame => {
    const all = objects.flatMap(({ shown, start, aside }, id): Shown[] => {
      const detection = shown[i - start];
      if (!detection) return [];
      const box = { ...detection.box, x: detection.box.x + aside };
      return [{ id: id + 1, detection: { ...detection, box } }];
    });
    const visible = all.filter(({ id, detection: { box } }) => {
      if (random() < MISSES.aSecond / SAMPLES_PER_SECOND) {
        const seconds = MISSES.least + (MISSES.most - MISSES.least) * random();
        missedUntil.set(id, i + seconds * SAMPLES_PER_SECOND);
      }
      const covered = all.some(
        ({ id: other, detection: { box: nearer } }) =>
          other !== id &&
          bottom(nearer) > bottom(box) &&
          intersection(nearer, box) > HIDDEN_SHARE * box.width * box.height,
      );
      return !covered && i >= (missedUntil.get(id) ?? 0);
    });
    const rowOf = ({ id, detection: { box, score } }: Shown): MotRow => ({
      frame: i + 1,
      id,
      box,
      confidence: score,
      category: -1,
    });
    truth.push(...all.map(rowOf));
    detections.push(...visible.map(rowOf));
    return {
      frame: i + 1,
      time: i / SAMPLES_PER_SECOND,
      detections: visible.map(({ detection }) => detection),
      motion: IDENTITY,
    };
  });
  const sequence = { name, fps: SAMPLES_PER_SECOND, mot17: false, truth, detections };
  return { sequence, stride: 1, frames: seen };
}

const bottom = ({ y, height }: Box): number => y + height;

/** The detections of each object that the tracker finds, from its first sample on. */
function objectsOf(frames: readonly FrameDetections[]): (Detection | undefined)[][] {
  const position = new Map(frames.map(({ frame }, i) => [frame, i]));
  return [...trackObjects(undescribed(frames))].map(({ points }) => {
    const first = position.get(points[0]?.frame ?? 0) ?? 0;
    const shown: (Detection | undefined)[] = [];
    for (const { frame, box, score } of points) {
      const i = position.get(frame) ?? first;
      shown[i - first] = frames[i]?.detections.find((d) => d.score === score && iou(d.box, box) > 0.5);
    }
    return shown;
  });
}
