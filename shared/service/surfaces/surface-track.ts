import type { StoredObject, SurfaceKeyframe } from '../../contract/schemas/metadata.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import type { SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Size } from '../../kernel/geometry/box.ts';
import type { Corners } from '../../kernel/geometry/homography.ts';
import type { Point } from '../../kernel/geometry/polygon.ts';
import {
  KEYFRAME_TOLERANCE,
  type SurfacePoint,
  surfaceKeyframes,
} from '../../vision/planar/surface-keyframes.ts';

/** What tracking reports about a surface. */
export type TrackedSurface = Pick<StoredObject, 'confidence' | 'firstFrame' | 'lastFrame' | 'frameCount'> & {
  keyframes: SurfaceKeyframe[];
};

/**
 * The track of a surface from where it was in every frame. It begins and ends with the first and the last frame in which the
 * surface was seen; its confidence is the mean of the frames in which it was.
 * @param backwards points in the order in which they were tracked, as `forwards`; corners are fractions of the frame
 * @param times of the frames, in seconds
 * @param size of the displayed frame in pixels, in which the tolerance of keyframes counts
 */
export function surfaceTrack(
  { startFrame, corners }: Pick<SurfaceTracking, 'startFrame' | 'corners'>,
  { forwards, backwards }: { forwards: readonly SurfacePoint[]; backwards: readonly SurfacePoint[] },
  times: ArrayLike<number>,
  size: Size,
): TrackedSurface {
  const start = { frame: startFrame, corners: flat(corners), confidence: 1 };
  const points = [...backwards.toReversed(), start, ...forwards];
  const isSeen = (point: SurfacePoint): boolean => point.corners !== null;
  const [from, to] = [points.findIndex(isSeen), points.findLastIndex(isSeen)];
  const inPixels = points
    .slice(from, to + 1)
    .map((point) => ({ ...point, corners: point.corners && scaled(point.corners, size.width, size.height) }));
  const seen = inPixels.filter(isSeen);
  const [first, last] = [seen[0] as SurfacePoint, seen.at(-1) as SurfacePoint];
  return {
    confidence: sixDecimals(seen.reduce((sum, { confidence }) => sum + confidence, 0) / seen.length),
    firstFrame: first.frame,
    lastFrame: last.frame,
    frameCount: last.frame - first.frame + 1,
    keyframes: reduced(inPixels).map(({ frame, corners: at, confidence, hidden }) => ({
      frame,
      time: sixDecimals(times[frame] ?? 0),
      corners: pointsOf(scaled(at, 1 / size.width, 1 / size.height)),
      confidence: sixDecimals(confidence),
      ...(hidden && { hidden }),
    })),
  };
}

/**
 * Keyframes that a track has at most: more would take 18,000 frames beyond 2 MB. Short tracks may have them.
 */
const MOST_KEYFRAMES = { perFrame: 0.6, ofShort: 2000 };
/** A hand that trembles needs a keyframe nearly every frame: then the tolerance grows, up to this many pixels. */
const GREATEST_TOLERANCE = 8;
const TOLERANCE_STEP = 1.25;

function reduced(points: readonly SurfacePoint[]): ReturnType<typeof surfaceKeyframes> {
  const most = Math.max(MOST_KEYFRAMES.ofShort, MOST_KEYFRAMES.perFrame * points.length);
  for (let tolerance = KEYFRAME_TOLERANCE; ; tolerance *= TOLERANCE_STEP) {
    const keyframes = surfaceKeyframes(points, tolerance);
    if (keyframes.length <= most || tolerance * TOLERANCE_STEP > GREATEST_TOLERANCE) return keyframes;
  }
}

const flat = (corners: readonly Point[]): Corners =>
  corners.flatMap(({ x, y }) => [x, y]) as unknown as Corners;

const scaled = (corners: Corners, across: number, down: number): Corners =>
  corners.map((value, i) => value * (i % 2 === 0 ? across : down)) as unknown as Corners;

const pointsOf = (corners: Corners): Point[] =>
  [0, 2, 4, 6].map((i) => ({
    x: sixDecimals(corners[i] as number),
    y: sixDecimals(corners[i + 1] as number),
  }));
