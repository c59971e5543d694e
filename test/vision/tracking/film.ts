import type { Box } from '../../../shared/kernel/geometry/box.ts';
import type { TrackerFrame } from '../../../shared/vision/tracking/stabilise.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';
import { type TrackOptions, trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

export const trackAll = (frames: readonly TrackerFrame[], options?: TrackOptions): Track[] => [
  ...trackObjects(frames, options),
];

/** What a film shows. */
export interface Actor {
  readonly label: string;
  /** Its box in pixels. */
  readonly at: (second: number) => Box;
  /** 0 where it is not detected; 0.9 where absent. */
  readonly score?: (second: number) => number;
}

/** A video of 30 frames a second, of which so many are sampled. */
export function film(seconds: number, actors: readonly Actor[], rate = 5): TrackerFrame[] {
  return Array.from({ length: seconds * rate }, (_, i) => ({
    frame: (30 / rate) * i,
    time: i / rate,
    detections: actors.flatMap(({ label, at, score = () => 0.9 }) =>
      score(i / rate) > 0 ? [{ box: at(i / rate), score: score(i / rate), label }] : [],
    ),
  }));
}

export const walker = (x: number, speed: number, y = 100): Actor => ({
  label: 'person',
  at: (t) => ({ x: x + speed * t, y, width: 40, height: 100 }),
});
