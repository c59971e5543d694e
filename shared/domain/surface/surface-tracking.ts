import { DIRECTIONS } from '../../contract/messages.ts';
import type { Point } from '../../kernel/geometry/polygon.ts';
import type { JobFailure } from '../job/job.ts';
import { stateMachine } from '../state-machine.ts';

/**
 * State of the tracking of a surface. Entering `committing` decides a race between the finish and a failure. A tracking
 * whose object was removed from the document is cancelled.
 *
 *     running ─▶ committing ─▶ done
 *        │  │        │  │
 *        │  └────────┼──┴────▶ failed
 *        └───────────┴───────▶ cancelled
 */
export type TrackingState = 'running' | 'committing' | 'done' | 'failed' | 'cancelled';

export const { sourcesOf, isTerminal } = stateMachine<TrackingState>({
  running: ['committing', 'failed', 'cancelled'],
  committing: ['done', 'failed', 'cancelled'],
  done: [],
  failed: [],
  cancelled: [],
});

export type Direction = (typeof DIRECTIONS)[number];

/** Frames looked at, and those of them in which the surface was seen. */
export interface SeenFrames {
  readonly frames: number;
  readonly seen: number;
}

/** How far tracking has come in one direction. Its units are worked on one after the other. The frames are those of the stored units. */
interface DirectionProgress extends SeenFrames {
  /** Units in all, and those whose results are stored. */
  readonly planned: number;
  readonly units: number;
  /**
   * The frames with those that the worker of the next unit has noted, who may die and the unit start over. Absent before the first
   * note, and outdated once the unit is stored.
   */
  readonly noted?: SeenFrames;
}

/** How many frames a unit has; `least` of all but the last of a direction. */
export interface UnitFrames {
  readonly least: number;
  readonly most: number;
}

/** The tracking of a surface through its video, from the frame in which a client marked it. */
export interface SurfaceTracking extends Readonly<Record<Direction, DirectionProgress>> {
  readonly videoId: string;
  readonly objectId: string;
  readonly accountId: string;
  /** The request that asked for it; absent in trackings that are older than this note. */
  readonly requestId?: string;
  readonly state: TrackingState;
  readonly startFrame: number;
  /** In order around the surface, fractions of the displayed frame. */
  readonly corners: readonly Point[];
  /** Frames of the video. */
  readonly totalFrames: number;
  /** Kept with the tracking, so that a release with other units goes on where this one has begun. */
  readonly unitFrames: Readonly<Record<Direction, UnitFrames>>;
  /** A metadata version that existed before: that with the start keyframe and the result are later ones. */
  readonly startVersion: number;
  readonly createdAt: string;
  /** The version in which its track was committed. */
  readonly trackedIn: number | null;
  readonly failure: JobFailure | null;
}

/** A tracking that no worker has begun. @param planned units by direction */
export const newTracking = (
  known: Omit<SurfaceTracking, Direction | 'state' | 'trackedIn' | 'failure'>,
  planned: Readonly<Record<Direction, number>>,
): SurfaceTracking => ({
  ...known,
  state: 'running',
  forwards: { planned: planned.forwards, units: 0, frames: 0, seen: 0 },
  backwards: { planned: planned.backwards, units: 0, frames: 0, seen: 0 },
  trackedIn: null,
  failure: null,
});

export const isTracked = (tracking: SurfaceTracking): boolean =>
  DIRECTIONS.every((direction) => tracking[direction].units === tracking[direction].planned);

const soFar = ({ frames, seen, noted }: DirectionProgress): SeenFrames =>
  noted !== undefined && noted.frames > frames ? noted : { frames, seen };

/** Frames in which the surface was seen so far, the start frame included. */
export const trackedFrames = ({ forwards, backwards }: SurfaceTracking): number =>
  1 + soFar(forwards).seen + soFar(backwards).seen;

/** Where each direction has to go on; the finish, where both have ended. */
export function nextSteps(tracking: SurfaceTracking): { direction: Direction; unit: number }[] {
  const left = DIRECTIONS.filter((direction) => tracking[direction].units < tracking[direction].planned);
  const asked = left.length > 0 ? left : DIRECTIONS.slice(0, 1);
  return asked.map((direction) => ({ direction, unit: tracking[direction].units }));
}

/** Percent of the frames that were looked at. */
export const trackingProgress = ({ forwards, backwards, totalFrames }: SurfaceTracking): number =>
  Math.floor((100 * (1 + soFar(forwards).frames + soFar(backwards).frames)) / totalFrames);
