/** Frames compared in each part of the video. */
const CANDIDATES = 15;

/**
 * Frames that show what a video is about: it is cut into `count` equal parts, and of each the frame with the most
 * objects is taken, among equals the one nearest the middle of the part.
 * @param objectsIn the number of objects that are seen in a frame
 * @returns ascending frames, fewer than `count` only when the video has fewer
 */
export function representativeFrames(
  totalFrames: number,
  count: number,
  objectsIn: (frame: number) => number,
): number[] {
  const parts = Math.min(count, totalFrames);
  return Array.from({ length: parts }, (_, part) => {
    const start = Math.floor((part * totalFrames) / parts);
    const end = Math.floor(((part + 1) * totalFrames) / parts);
    const middle = (start + end - 1) / 2;
    const candidates = spread(start, end, CANDIDATES).map((frame) => ({
      frame,
      objects: objectsIn(frame),
      distance: Math.abs(frame - middle),
    }));
    candidates.sort((a, b) => b.objects - a.objects || a.distance - b.distance);
    return candidates[0]?.frame ?? start;
  });
}

/** At most `count` frames spread evenly from `start` (inclusive) to `end` (exclusive). */
function spread(start: number, end: number, count: number): number[] {
  const length = Math.min(count, end - start);
  return Array.from({ length }, (_, i) => start + Math.floor(((i + 0.5) * (end - start)) / length));
}
