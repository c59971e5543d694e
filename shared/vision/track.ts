import { assign, type Candidate } from './assignment.ts';
import { type Box, type Detection, iou } from './box.ts';
import { between } from './interpolate.ts';
import { type Motion, predict, still, update } from './kalman.ts';
import type { FrameDetections, Track, TrackPoint } from './trajectory.ts';

export interface TrackOptions {
  /** Detections at least this sure may start a track, in [0, 1]. Default 0.6 (ByteTrack). */
  readonly highScore?: number;
  /** Detections at least this sure may continue a track, in [0, 1]. Default 0.1 (ByteTrack). */
  readonly lowScore?: number;
  /** Frames (decode indices) that open a new shot: no track crosses into one. */
  readonly cuts?: readonly number[];
}

interface Seen {
  readonly index: number;
  readonly detection: Detection;
}

interface Live {
  readonly seen: Seen[];
  axes: readonly Motion[];
}

const MAX_GAP_SECONDS = 1;

/**
 * Joins the detections of a whole video into tracks.
 * @param frames sampled frames in presentation order
 * @returns tracks in the order of their first frame; the same input always gives the same output
 */
export function trackObjects(frames: readonly FrameDetections[], options: TrackOptions = {}): Track[] {
  const { highScore = 0.6, lowScore = 0.1, cuts = [] } = options;
  const cutFrames = new Set(cuts);
  const done: Live[] = [];
  let live: Live[] = [];
  frames.forEach(({ frame, time, detections }, index) => {
    const before = frames[index - 1];
    const keep = cutFrames.has(frame)
      ? []
      : live.filter((t) => time - (frames[t.seen.at(-1)?.index ?? 0]?.time ?? 0) <= MAX_GAP_SECONDS);
    done.push(...live.filter((t) => !keep.includes(t)));
    live = keep;
    if (before)
      for (const t of live)
        t.axes = t.axes.map((m, i) => predict(m, 1, (heightOf(t) / 40) ** 2 * (i > 1 ? 0.2 : 1)));
    const high = detections.filter((d) => d.score >= highScore);
    const low = detections.filter((d) => d.score >= lowScore && d.score < highScore);
    const rest = match(live, high, 0.1, index);
    const recent = rest.tracks.filter((t) => t.seen.at(-1)?.index === index - 1);
    match(recent, low, 0.5, index);
    live.push(...rest.detections.map((detection) => start(detection, index)));
  });
  return [...done, ...live]
    .filter((t) => t.seen.length > 1)
    .sort((a, b) => (a.seen[0]?.index ?? 0) - (b.seen[0]?.index ?? 0))
    .map((t) => finish(t.seen, frames));
}

const heightOf = (t: Live): number => t.axes[3]?.position ?? 0;
const measure = ({ x, y, width, height }: Box): number[] => [x + width / 2, y + height / 2, width, height];

function start(detection: Detection, index: number): Live {
  const h = detection.box.height;
  return { seen: [{ index, detection }], axes: measure(detection.box).map((p) => still(p, h / 10, h / 16)) };
}

function match(tracks: readonly Live[], detections: readonly Detection[], minimum: number, index: number) {
  const candidates: Candidate[] = [];
  tracks.forEach((t, row) => {
    const [cx = 0, cy = 0, w = 0, h = 0] = t.axes.map((m) => m.position);
    const box = { x: cx - w / 2, y: cy - h / 2, width: w, height: h };
    detections.forEach((d, column) => {
      candidates.push({ row, column, weight: iou(box, d.box) - minimum });
    });
  });
  const columnOf = assign(tracks.length, detections.length, candidates);
  const taken = new Set(columnOf);
  tracks.forEach((t, row) => {
    const detection = detections[columnOf[row] ?? -1];
    if (!detection) return;
    t.seen.push({ index, detection });
    t.axes = measure(detection.box).map((z, i) =>
      update(t.axes[i] ?? still(z, 1, 1), z, (heightOf(t) / 20) ** 2),
    );
  });
  return {
    tracks: tracks.filter((_, row) => columnOf[row] === -1),
    detections: detections.filter((_, column) => !taken.has(column)),
  };
}

function finish(seen: readonly Seen[], frames: readonly FrameDetections[]): Track {
  const votes = new Map<string, number>();
  let total = 0;
  for (const { detection } of seen) {
    votes.set(detection.label, (votes.get(detection.label) ?? 0) + detection.score);
    total += detection.score;
  }
  const [label] = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a));
  const points: TrackPoint[] = [];
  seen.forEach((to, i) => {
    const from = seen[i - 1];
    for (let k = (from?.index ?? to.index - 1) + 1; k <= to.index; k++) {
      const f = frames[k];
      if (!f) continue;
      const box = from
        ? between(from.detection.box, to.detection.box, (k - from.index) / (to.index - from.index))
        : to.detection.box;
      points.push({ frame: f.frame, time: f.time, box, score: k === to.index ? to.detection.score : null });
    }
  });
  return { label, confidence: total / points.length, points };
}
