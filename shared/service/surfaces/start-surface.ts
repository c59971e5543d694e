import { ApiError } from '../../contract/errors.ts';
import { DIRECTIONS } from '../../contract/messages.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import { additionOf, surfaceAddition } from '../../domain/document/edit/object-edits.ts';
import { quoted } from '../../domain/document/names.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import { shortId } from '../../domain/ids.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { planUnits, UNIT_FRAMES } from '../../domain/surface/plan-units.ts';
import { type MarkedSurface, requireTrackable } from '../../domain/surface/require-trackable.ts';
import { newTracking, type SurfaceTracking, trackedFrames } from '../../domain/surface/surface-tracking.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openDetectionQueue } from '../../stores/queues/detection-queue.ts';
import { openSurfaceQuota, openSurfaceSlots } from '../../stores/quotas/surface-quota.ts';
import { openSurfaceStarts } from '../../stores/surfaces.ts';
import { requireBase } from '../editing/base-version.ts';
import { EDITING_STORES } from '../editing/commit-edit.ts';
import { editDocument } from '../editing/edit-document.ts';
import { readFrameIndex } from '../jobs/plan-job.ts';
import { findProcessedVideo, videoNotFound } from '../videos/find-video.ts';
import { surfaceMessages } from './surface-messages.ts';
import { waitForTracking } from './wait-for-tracking.ts';

export const SURFACE_STORES = {
  ...EDITING_STORES,
  files: openMediaFiles,
  surfaces: openSurfaceStarts,
  surfaceQuota: openSurfaceQuota,
  surfaceSlots: openSurfaceSlots,
  queue: openDetectionQueue,
};

interface SurfaceRequest {
  principal: Principal;
  videoId: string;
  /** The version of the document that it is meant for; null: whichever is the newest. */
  base: number | null;
  marked: MarkedSurface;
  /**
   * Told as soon as the surface is in the document; what it throws is logged.
   * @returns what takes it back, called where the surface is deleted before the answer
   */
  onAdded?: (surface: StartedSurface) => Promise<() => void>;
}

export interface StartedSurface {
  objectId: string;
  /** In how many frames it was seen so far, the marked one included. */
  trackedFrames: number;
  /** The version that it was added in. */
  version: number;
}

type SurfaceStores = Opened<typeof SURFACE_STORES>;

/** The caller waits for so long, from the request on, that short videos are done by the answer. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Adds a surface that is marked in one frame to the document of the caller's video, and has it tracked through the video.
 *
 * The tracking is stored first: should this process die before the object is in the document, the sweeper asks for the
 * tracking, which ends at once, since there is no such object. Should it die after that, the sweeper asks for it, too, and
 * the surface is tracked.
 *
 * @throws ApiError `QUOTA_EXCEEDED`; `OBJECT_NOT_FOUND` or `VIDEO_NOT_FOUND` where the surface or the video is deleted meanwhile; as
 * `findProcessedVideo`, `requireBase`, `requireTrackable`, `requireSupportedSchema` and `editDocument`
 */
export async function startSurface(stores: SurfaceStores, request: SurfaceRequest): Promise<StartedSurface> {
  const { principal, videoId, base, marked, onAdded } = request;
  const { surfaceQuota, surfaceSlots, files, queue, environment } = stores;
  const { runtime } = environment;
  const until = runtime.elapsed() + ANSWER_WITHIN_MS;
  const { video, newest } = await findProcessedVideo(stores, principal, videoId);
  const objectId = `surface_${shortId(runtime)}`;
  if (base !== null) await requireBase(stores, { base, current: newest, edit: additionOf(objectId) });
  requireTrackable(marked, video);
  requireSupportedSchema(newest.schemaVersion);
  const index = await readFrameIndex(files, videoId);
  const at = { startFrame: marked.frame, totalFrames: video.totalFrames, unitFrames: UNIT_FRAMES };
  const tracking = newTracking(
    {
      accountId: principal.accountId,
      videoId,
      objectId,
      ...at,
      corners: marked.corners.map(({ x, y }) => ({ x: sixDecimals(x), y: sixDecimals(y) })),
      startVersion: newest.version,
      createdAt: isoNow(runtime),
      ...requestOrigin(),
    },
    unitCounts(at, index),
  );
  const excess = await surfaceQuota.admit(tracking);
  if (excess !== null) throw quotaExceeded(excess);
  const version = await addSurface(stores, request, tracking, sixDecimals(index.times[marked.frame] ?? 0));
  const takeBack = await onAdded?.({ objectId, trackedFrames: trackedFrames(tracking), version }).catch(
    (error: unknown) => {
      logger.error('surface may be added again', { videoId, objectId, error: error as Error });
    },
  );
  // The version stands, so the request must not fail; the sweeper sends the messages.
  await queue.send(surfaceMessages(tracking)).catch((error: unknown) => {
    logger.error('surface waits for the sweeper', { videoId, objectId, error: error as Error });
  });
  const latest = await waitForTracking(stores, tracking, { version, until });
  if (typeof latest !== 'string') return { objectId, trackedFrames: trackedFrames(latest), version };
  takeBack?.();
  // A worker ends the tracking when it comes to it; another surface need not wait for that.
  await surfaceSlots.release(tracking).catch((error: unknown) => {
    logger.error('slot waits for a worker', { videoId, objectId, error: error as Error });
  });
  throw latest === 'removed' ? surfaceDeleted(objectId) : videoNotFound();
}

const surfaceDeleted = (objectId: string): ApiError =>
  new ApiError('OBJECT_NOT_FOUND', `The surface ${objectId} was deleted while it was being tracked.`);

const unitCounts = (at: Parameters<typeof planUnits>[0], { keyFrames }: FrameIndex) =>
  Object.fromEntries(
    DIRECTIONS.map((direction) => [direction, planUnits(at, keyFrames, direction).length]),
  ) as Record<(typeof DIRECTIONS)[number], number>;

/** @returns the version that has the surface */
async function addSurface(
  stores: SurfaceStores,
  { principal, base, marked: { name } }: SurfaceRequest,
  tracking: SurfaceTracking,
  time: number,
): Promise<number> {
  const { surfaces, surfaceSlots } = stores;
  const { videoId, objectId, startFrame: frame, corners } = tracking;
  const keyframe = { frame, time, corners: [...corners], confidence: 1 };
  const who = { accountId: principal.accountId, videoId, objectId };
  try {
    await surfaces.begin(tracking);
    const edited = await editDocument(stores, {
      principal,
      videoId,
      base,
      edit: surfaceAddition({ id: objectId, name }, keyframe),
      describe: () => `Surface ${quoted(name)} added, marked in frame ${frame}`,
    });
    return edited.version.version;
  } catch (error) {
    const takeBack = async (): Promise<void> => {
      await surfaces.delete(tracking);
      await surfaceSlots.release(tracking);
    };
    await takeBack().catch((cause: unknown) => {
      logger.error('surface not taken back', { ...who, error: cause as Error });
    });
    throw error;
  }
}
