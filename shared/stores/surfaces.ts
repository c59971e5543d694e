import { shortId } from '../domain/ids.ts';
import {
  type Direction,
  isTerminal,
  type SeenFrames,
  type SurfaceTracking,
  sourcesOf,
  type TrackingState,
} from '../domain/surface/surface-tracking.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { tableName } from './dynamodb/client.ts';
import {
  allOf,
  assignments,
  attribute,
  type Condition,
  condition,
  type Expression,
  oneOf,
  update,
  where,
} from './dynamodb/expression.ts';
import { getItem, type Item, queryItems } from './dynamodb/read.ts';
import { coarseSweepAt, type Due, dueItems, sweepEntry } from './dynamodb/sweep.ts';
import { deleteItem, putItem, updateItem, writeOnce } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

export type SurfaceRef = Pick<SurfaceTracking, 'videoId' | 'objectId'>;

/**
 * The trackings of surfaces: one item for each that runs, failed, or ended not long ago. A surface without an item has been
 * tracked.
 */
interface Surfaces {
  get(ref: SurfaceRef): Promise<SurfaceTracking | null>;
  ofVideo(videoId: string): Promise<SurfaceTracking[]>;
  /** Stores a new tracking. */
  begin(tracking: SurfaceTracking): Promise<void>;
  /** Moves a tracking to a state; false if its own state does not allow it or it is gone. */
  advance(
    ref: SurfaceRef,
    state: TrackingState,
    changes?: Partial<Pick<SurfaceTracking, 'failure' | 'trackedIn'>>,
  ): Promise<boolean>;
  /**
   * Notes how far a worker is within a unit, with the units before it. The recorded progress never decreases.
   * @returns whether this unit is still to be done
   */
  noteProgress(ref: SurfaceRef, direction: Direction, unit: number, frames: SeenFrames): Promise<boolean>;
  /** Counts a unit as done. @param frames of all units so far @returns the tracking after it; null if it no longer runs, or the unit was done already */
  completeUnit(
    ref: SurfaceRef,
    direction: Direction,
    unit: number,
    frames: SeenFrames,
  ): Promise<SurfaceTracking | null>;
  /**
   * Takes a direction back to the marked frame, before a unit of it.
   * @returns the tracking after it; null if it no longer runs, or the unit was done already
   */
  restart(ref: SurfaceRef, direction: Direction, unit: number): Promise<SurfaceTracking | null>;
  /** Trackings that should have progressed by `now` (milliseconds since the epoch), and those to clean up after. */
  due(now: number): AsyncGenerator<Due<SurfaceRef>>;
  /** Has the sweeper look again at `sweepAt` (milliseconds since the epoch), or never again. */
  postpone(ref: SurfaceRef, sweepAt: number | null): Promise<void>;
  delete(ref: SurfaceRef): Promise<void>;
}

/** Without any sign of progress for this long it may have stalled: longer than a visibility timeout. */
const STALLED_AFTER_MS = 10 * 60_000;
/** By then the workers of a tracking that is over have stopped. */
const CLEAN_UP_AFTER_MS = 20 * 60_000;

const toTracking = ({ sweep: _, sweepAt: __, ...item }: Item): SurfaceTracking =>
  item as unknown as SurfaceTracking;

const keyOf = ({ videoId, objectId }: SurfaceRef) => ({ videoId, objectId });

export function openSurfaces(environment: Environment): Surfaces {
  const table = tableName(environment, 'surfaces');
  const { runtime } = environment;

  const get = async (ref: SurfaceRef): Promise<SurfaceTracking | null> => {
    const item = await getItem(table, keyOf(ref));
    return item && toTracking(item);
  };

  const change = async (
    ref: SurfaceRef,
    changed: Expression,
    when: Condition,
  ): Promise<SurfaceTracking | null> => {
    const item = await updateItem(table, keyOf(ref), changed, { when });
    return item && toTracking(item);
  };

  /** When a tracking that makes progress now is to be looked at, unless it makes more. */
  const stalledAt = ({ videoId }: SurfaceRef): number =>
    coarseSweepAt(videoId, runtime.now() + STALLED_AFTER_MS);

  /** That the unit is the next one of a tracking that runs. */
  const isNext = (direction: Direction, unit: number): Condition =>
    condition`#state = ${'running'} AND ${attribute(direction)}.units = ${unit}`;

  return {
    get,

    async ofVideo(videoId) {
      const trackings: SurfaceTracking[] = [];
      const items = queryItems({ table, key: where`videoId = ${videoId}` });
      for await (const item of items) trackings.push(toTracking(item));
      return trackings;
    },

    async begin(tracking) {
      await putItem(table, {
        ...tracking,
        ...sweepEntry(tracking.videoId, runtime.now() + STALLED_AFTER_MS),
      });
    },

    async advance(ref, state, changes = {}) {
      const sweepAt = runtime.now() + (isTerminal(state) ? CLEAN_UP_AFTER_MS : STALLED_AFTER_MS);
      const values = { ...changes, state, ...sweepEntry(ref.videoId, sweepAt) };
      const { made } = await writeOnce(
        () =>
          change(ref, update`SET ${assignments(values)}`, condition`#state IN ${oneOf(sourcesOf(state))}`),
        () => get(ref),
        (standing) => standing.state === state,
      );
      return made;
    },

    async noteProgress(ref, direction, unit, { frames, seen }) {
      const at = attribute(direction);
      const sweepAt = stalledAt(ref);
      const noted = await change(
        ref,
        update`SET ${at}.noted = ${{ frames, seen }}, sweepAt = ${sweepAt}`,
        allOf(
          isNext(direction, unit),
          condition`attribute_not_exists(${at}.noted) OR ${at}.noted.frames < ${frames}`,
        ),
      );
      const standing = noted ?? (await get(ref));
      return standing?.state === 'running' && standing[direction].units === unit;
    },

    async completeUnit(ref, direction, unit, { frames, seen }) {
      const at = attribute(direction);
      const sweepAt = stalledAt(ref);
      const writeId = shortId(runtime);
      const { made, standing } = await writeOnce<SurfaceTracking>(
        () =>
          change(
            ref,
            update`SET ${at}.units = ${unit + 1}, ${at}.frames = ${frames}, ${at}.seen = ${seen},
              ${at}.writeId = ${writeId}, sweepAt = ${sweepAt}`,
            isNext(direction, unit),
          ),
        () => get(ref),
        (tracking) => (tracking[direction] as { writeId?: string }).writeId === writeId,
      );
      return made ? standing : null;
    },

    restart(ref, direction, unit) {
      const at = attribute(direction);
      const sweepAt = stalledAt(ref);
      return change(
        ref,
        update`SET ${at}.units = ${0}, ${at}.frames = ${0}, ${at}.seen = ${0}, sweepAt = ${sweepAt} REMOVE ${at}.noted`,
        isNext(direction, unit),
      );
    },

    due: (now) => dueItems(table, now),

    async postpone(ref, sweepAt) {
      const postponed = sweepAt === null ? update`REMOVE sweep, sweepAt` : update`SET sweepAt = ${sweepAt}`;
      await change(ref, postponed, condition`attribute_exists(objectId)`);
    },

    delete: (ref) => deleteItem(table, keyOf(ref)),
  };
}

type SurfaceReader = Pick<Surfaces, 'ofVideo'>;
export type SurfaceStarts = Pick<Surfaces, 'get' | 'begin' | 'delete'>;
export type SurfaceWriter = Pick<Surfaces, 'get' | 'advance' | 'noteProgress' | 'completeUnit' | 'restart'>;

export const openSurfaceReader = storeFactory(
  'surfaceReader',
  (environment): SurfaceReader => openSurfaces(environment),
);
export const openSurfaceStarts = storeFactory(
  'surfaceStarts',
  (environment): SurfaceStarts => openSurfaces(environment),
);
export const openSurfaceWriter = storeFactory(
  'surfaceWriter',
  (environment): SurfaceWriter => openSurfaces(environment),
);
export const openSurfaceSweeper = storeFactory(
  'surfaceSweeper',
  (environment): Pick<Surfaces, 'get' | 'due' | 'postpone' | 'delete'> => openSurfaces(environment),
);
