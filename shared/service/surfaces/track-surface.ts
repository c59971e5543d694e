import type { SurfaceMessage } from '../../contract/messages.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import { planUnits } from '../../domain/surface/plan-units.ts';
import type { SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import type { Corners } from '../../kernel/geometry/homography.ts';
import { type DecodedFrame, decodeFrames } from '../../media/decode/decode-frames.ts';
import { MediaError } from '../../media/headers/media-error.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { workingSize } from '../../vision/planar/frame/working-size.ts';
import { PlanarTracker } from '../../vision/planar/planar-tracker.ts';
import type { SurfacePoint } from '../../vision/planar/surface-keyframes.ts';
import { writeJobFile } from '../detection/job-files.ts';
import { openJobVideo } from '../detection/open-job-video.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { packTracker, unpackTracker } from './tracker-state.ts';

/** Where a surface was in the frames of a unit, in the order in which they were tracked; corners are fractions of the frame. */
export type UnitPoints = readonly SurfacePoint[];

/** Called after each frame, with how many of the unit's frames were looked at, and in how many the surface was seen. */
type OnFrame = (frames: number, seen: number) => Promise<void>;

/** The unit before was done by another release, from whose state this one's tracker cannot go on. */
export class OtherTrackerState extends Error {}

type Unit = Pick<SurfaceMessage, 'direction' | 'unit'>;

/**
 * Tracks a surface through the frames of a unit, from where the unit before has left the tracker, and stores where it was
 * and the tracker's state. All depends on the video and the start alone, so that a repetition writes the same bytes.
 * @returns how many frames the unit covers, and in how many the surface was seen
 * @throws MediaError when the start frame cannot be decoded; what `onFrame` throws; JobStopped when the video is gone;
 *   OtherTrackerState
 */
export async function trackSurface(
  stores: WorkerStores,
  tracking: SurfaceTracking,
  { direction, unit }: Unit,
  onFrame: OnFrame,
): Promise<{ frames: number; seen: number }> {
  const { files } = stores;
  const { videoId, objectId } = tracking;
  const { video, source, index } = await openJobVideo(stores, tracking);
  const span = planUnits(tracking, index.keyFrames, direction)[unit];
  if (span === undefined) throw new Error(`${objectId} has no unit ${unit} ${direction}`);
  const size = workingSize(video);
  let tracker = unit === 0 ? null : await stateAfter(stores, tracking, { direction, unit: unit - 1 });
  const points: SurfacePoint[] = [];
  let seen = 0;
  const wanted = rangeOf(span.first, span.last);
  if (tracker === null && direction === 'forwards') wanted.unshift(tracking.startFrame);
  if (tracker === null && direction === 'backwards') wanted.push(tracking.startFrame);
  const decoded = decodeFrames(source, index, wanted, { ...size, format: 'gray8' });
  for await (const picture of direction === 'forwards' ? decoded : reversed(decoded)) {
    if (tracker === null) {
      if (picture.frame !== tracking.startFrame) break;
      tracker = PlanarTracker.start(picture, cornersIn(size, tracking));
      continue;
    }
    const { corners, confidence } = tracker.step(picture);
    points.push({
      frame: picture.frame,
      corners: corners && (corners.map((at, i) => sixDecimals(at / sideOf(size, i))) as unknown as Corners),
      confidence: sixDecimals(confidence),
    });
    if (corners !== null) seen++;
    await onFrame(points.length, seen);
  }
  if (tracker === null) {
    throw new MediaError('corrupt-data', 'The frame in which the surface was marked cannot be decoded.');
  }
  await files.put(
    mediaKeys.surfaceState(videoId, objectId, direction, unit),
    packTracker(tracker),
    'application/octet-stream',
  );
  await writeJobFile(files, mediaKeys.surfaceUnit(videoId, objectId, direction, unit), points);
  return { frames: span.last - span.first + 1, seen };
}

async function stateAfter(
  { files }: WorkerStores,
  { videoId, objectId }: SurfaceTracking,
  { direction, unit }: Unit,
): Promise<PlanarTracker> {
  const state = await files.get(mediaKeys.surfaceState(videoId, objectId, direction, unit));
  if (state === null) throw new Error(`${objectId} has no state after unit ${unit} ${direction}`);
  const tracker = unpackTracker(state);
  if (tracker === null) throw new OtherTrackerState();
  return tracker;
}

const rangeOf = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

async function* reversed(pictures: AsyncIterable<DecodedFrame>): AsyncGenerator<DecodedFrame> {
  const held: DecodedFrame[] = [];
  for await (const picture of pictures) held.push(picture);
  for (let next = held.pop(); next !== undefined; next = held.pop()) yield next;
}

const sideOf = ({ width, height }: { width: number; height: number }, i: number): number =>
  i % 2 === 0 ? width : height;

/** The marked corners in pixels of a picture. */
const cornersIn = (
  { width, height }: { width: number; height: number },
  { corners }: SurfaceTracking,
): Corners => corners.flatMap(({ x, y }) => [x * width, y * height]) as unknown as Corners;
