import { isUuid } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import type { SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import { UPLOAD_INCOMPLETE, type Video } from '../../domain/video.ts';
import { MissingPart } from '../../stores/documents/block-files.ts';
import { isTombstone, type VersionEntry } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { ExportStores } from './export-stores.ts';

/** A file of an exported video. It never changes under its name, but for another `etag`. */
export interface ExportedFile {
  /** Made of our own words and numbers alone, whatever names users have given. */
  readonly name: string;
  /** Of the uploaded file: another one has another. */
  readonly etag?: string;
  /** @returns null where it is not there: its video has been deleted meanwhile, or data were lost */
  open(): Promise<AsyncIterable<Uint8Array> | null>;
}

export interface ExportedVideo {
  readonly videoId: string;
  /** For JSON: the video, its job, surfaces that are tracked, plugins, and its versions, newest first. */
  readonly record: object;
  /** The uploaded file, where it has arrived, and the document of each version. */
  readonly files: readonly ExportedFile[];
}

/** Without what only means something within the service. */
const shownVideo = ({ accountId: _, videoId, upload: __, requestId: ___, trace: ____, ...video }: Video) => ({
  id: videoId,
  ...video,
});

const JOB_FIELDS = [
  'jobId',
  'state',
  'options',
  'model',
  'clipModel',
  'createdAt',
  'objectsDetected',
  'version',
  'failure',
] as const satisfies readonly (keyof Job)[];

const SURFACE_FIELDS = [
  'objectId',
  'state',
  'startFrame',
  'corners',
  'createdAt',
  'trackedIn',
  'failure',
] as const satisfies readonly (keyof SurfaceTracking)[];

const only = <T>(value: T, fields: readonly (keyof T)[]): object =>
  Object.fromEntries(fields.map((field) => [field, value[field]]));

/**
 * A video as it is now: versions that are committed later are not in it, and those that are listed never change.
 * @returns null where it is deleted
 */
export async function exportedVideo(stores: ExportStores, video: Video): Promise<ExportedVideo | null> {
  const { versions, jobs, surfaces, plugins, files } = stores;
  const { accountId, videoId, container } = video;
  if (!isUuid(videoId)) throw new Error(`${videoId} is no id of a video`);
  const listed = await versions.list(videoId, {});
  if (listed.some(isTombstone)) return null;
  const entries = listed as VersionEntry[];
  const key = mediaKeys.upload(accountId, videoId);
  const [job, tracked, installed, source] = await Promise.all([
    jobs.get(videoId),
    surfaces.ofVideo(videoId),
    plugins.ofVideo(videoId),
    files.open(key),
  ]);
  const hasArrived = video.status !== 'uploading' && video.failure?.code !== UPLOAD_INCOMPLETE.code;
  const original = {
    name: `original.${container}`,
    ...(source !== null && { etag: source.etag }),
    open: () => files.stream(key),
  };
  const documents = entries.map(
    ({ version }): ExportedFile => ({
      name: `versions/${version}.json`,
      async open() {
        const found = await versions.get(videoId, version);
        if (found === null || isTombstone(found)) return null;
        return stores.documents.text(found).catch((error: unknown) => {
          if (error instanceof MissingPart) return null;
          throw error;
        });
      },
    }),
  );
  const record = {
    video: shownVideo(video),
    job: job && only(job, JOB_FIELDS),
    surfaces: tracked.map((surface) => only(surface, SURFACE_FIELDS)),
    plugins: installed,
    versions: entries.map(({ version, createdAt, description }) => ({ version, createdAt, description })),
  };
  return { videoId, record, files: [...(hasArrived || source !== null ? [original] : []), ...documents] };
}

/** Whether a video has been deleted: what could not be read of it was not lost. */
export const isGone = async (
  { versions }: Pick<ExportStores, 'versions'>,
  videoId: string,
): Promise<boolean> => isTombstone(await versions.newest(videoId));
