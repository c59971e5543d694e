import { LAYOUT_BYTES } from '../../shared/vision/appearance/colour-layout.ts';
import type { FrameDetections } from '../../shared/vision/network/detection.ts';
import { toKeyframes } from '../../shared/vision/tracking/keyframes.ts';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';

/** A crowd that walks to and fro: `count` people, some of them hidden now and then, 5 samples a second. */
export function* crowd(length: number, count: number): Generator<FrameDetections> {
  for (let index = 0; index < length; index++) {
    yield {
      frame: 6 * index,
      time: index / 5,
      detections: Array.from({ length: count }, (_, person) => {
        const phase = index / (20 + person) + person;
        const hidden = (index + 37 * person) % 90 < 6;
        const height = 80 + 3 * person;
        const sway = Math.sin(index * 1.7 + person * 5.3);
        return {
          box: {
            x: 900 + 800 * Math.sin(phase) + sway,
            y: 40 + ((person * 173) % 800) + 20 * Math.cos(phase) - sway,
            width: 0.4 * height,
            height,
          },
          score: hidden ? 0.05 : 0.85 + 0.1 * sway,
          label: 'person',
        };
      }),
    };
  }
}

/** Everybody looks like himself, not quite the same each time. */
function* described(frames: Iterable<FrameDetections>): Generator<FrameDetections> {
  for (const { frame, time, detections } of frames) {
    const look = (person: number) =>
      Uint8Array.from(
        { length: LAYOUT_BYTES },
        (_, i) => 100 + ((31 * person + 17 * i) % 50) + ((frame + i) % 7),
      );
    yield {
      frame,
      time,
      detections: detections.map((detection, person) => ({ ...detection, appearance: look(person) })),
    };
  }
}

/** One hour at 5 samples a second. */
const FRAMES = 18_000;
/** Pixels: 0.005 of the diagonal of a frame of 1920 × 1080, as in the service. */
const KEYFRAME_TOLERANCE = 11;

/** Processor time of tracking and describing one hour at 5 samples a second, and the peak memory of this process. */
export function measureSpeed(people: number): {
  millisecondsPerFrame: number;
  seconds: number;
  peakMegabytes: number;
} {
  const before = process.cpuUsage();
  for (const track of trackObjects(described(crowd(FRAMES, people)))) toKeyframes(track, KEYFRAME_TOLERANCE);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  return {
    millisecondsPerFrame: (1000 * seconds) / FRAMES,
    seconds,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}
