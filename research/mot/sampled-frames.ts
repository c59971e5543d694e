/**
 * Of a run of samples without detections this much is kept on each side: more than anything in the tracker looks ahead
 * or back, in seconds (links, 3 s) and in samples (tracklets, four).
 */
const KEPT_SECONDS = 5;
const KEPT_SAMPLES = 10;

/**
 * Frames 1, 1 + stride, … up to the last with detections. The middle of a long run without detections is left out: it
 * changes no track, and a mistyped frame number would cost hours.
 * @param occupied frames with detections, from 1, in any order; those between samples only say how long the video is
 * @param fps frames a second
 */
export function sampledFrames(occupied: Iterable<number>, fps: number, stride: number): number[] {
  const kept = Math.max(KEPT_SAMPLES, Math.ceil((KEPT_SECONDS * fps) / stride));
  const frames = new Set(occupied);
  let last = 0;
  for (const frame of frames) last = Math.max(last, frame);
  const end = Math.ceil(last / stride);
  const positions = [...frames].map((frame) => (frame - 1) / stride).filter(Number.isInteger);
  const sampled: number[] = [];
  const add = (from: number, to: number): void => {
    for (let position = from; position < to; position++) sampled.push(1 + position * stride);
  };
  let next = 0;
  for (const position of [...positions.sort((a, b) => a - b), end]) {
    const resumed = Math.max(next, position - kept);
    add(next, Math.min(next + kept, resumed));
    add(resumed, Math.min(position + 1, end));
    next = position + 1;
  }
  return sampled;
}
