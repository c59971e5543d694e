import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { isUuid } from '../../domain/ids.ts';
import type { Direction } from '../../domain/surface/surface-tracking.ts';

const { prefixes } = MEDIA_BUCKET;

/** The keys of the media bucket, made of our own ids only. */
export const mediaKeys = {
  uploads: (accountId: string) => `${prefixes.uploads}${accountId}/`,
  upload: (accountId: string, videoId: string) => `${prefixes.uploads}${accountId}/${videoId}`,
  frameIndex: (videoId: string) => `${prefixes.documents}${videoId}/frames`,
  documents: (videoId: string) => `${prefixes.documents}${videoId}/`,
  section: (videoId: string, section: string, write: string) =>
    `${prefixes.documents}${videoId}/${section}/${write}`,
  /** The write that has stored a section's object; a digest of what is in it may follow its name. */
  writeOf: (key: string): string => key.split('/').at(-1)?.split('.', 1)[0] ?? '',
  jobs: (videoId: string) => `${prefixes.jobs}${videoId}/`,
  job: (videoId: string, jobId: string) => `${prefixes.jobs}${videoId}/${jobId}/`,
  segment: (videoId: string, jobId: string, segment: number) =>
    `${prefixes.jobs}${videoId}/${jobId}/${segment}`,
  tracked: (videoId: string, jobId: string) => `${prefixes.jobs}${videoId}/${jobId}/tracked`,
  namingPlan: (videoId: string, jobId: string) => `${prefixes.jobs}${videoId}/${jobId}/naming`,
  named: (videoId: string, jobId: string, segment: number) =>
    `${prefixes.jobs}${videoId}/${jobId}/naming/${segment}`,
  surfaces: (videoId: string) => `${prefixes.surfaces}${videoId}/`,
  surface: (videoId: string, objectId: string) => `${prefixes.surfaces}${videoId}/${objectId}/`,
  surfaceUnit: (videoId: string, objectId: string, direction: Direction, unit: number) =>
    `${prefixes.surfaces}${videoId}/${objectId}/${direction}/${unit}`,
  surfaceState: (videoId: string, objectId: string, direction: Direction, unit: number) =>
    `${prefixes.surfaces}${videoId}/${objectId}/${direction}/${unit}/state`,
  exports: (videoId: string) => `${prefixes.exports}${videoId}/`,
  export: (videoId: string, version: number, schemaVersion: string, extension: string) =>
    `${prefixes.exports}${videoId}/${version}-${schemaVersion}.${extension}`,
  /** Whether an export is of an earlier version than another of the same video, in the same format. */
  isEarlierExport: (key: string, than: string) => {
    const [earlier, later] = [parseExportKey(key), parseExportKey(than)];
    return earlier.extension === later.extension && key !== than && earlier.version <= later.version;
  },
  thumbnail: (videoId: string) => `${prefixes.thumbnails}${videoId}.jpg`,
  /** What all keys of a video begin with, but that of its file. */
  ofVideo: (videoId: string) => [
    mediaKeys.documents(videoId),
    mediaKeys.jobs(videoId),
    mediaKeys.surfaces(videoId),
    mediaKeys.exports(videoId),
    mediaKeys.thumbnail(videoId),
  ],
};

function parseExportKey(key: string): { version: number; extension: string } {
  const [, version = '', extension = ''] = /\/(\d+)-[^/]*\.(\w+)$/.exec(key) ?? [];
  return { version: Number(version), extension };
}

/** The video that an upload key belongs to, or null if the service makes no such keys. */
export function parseUploadKey(key: string): { accountId: string; videoId: string } | null {
  if (!key.startsWith(prefixes.uploads)) return null;
  const [accountId, videoId, ...rest] = key.slice(prefixes.uploads.length).split('/');
  if (accountId === undefined || videoId === undefined || rest.length > 0) return null;
  return isUuid(accountId) && isUuid(videoId) ? { accountId, videoId } : null;
}

/** The video that an object belongs to. */
export function videoOf(key: string): string {
  const [, first = '', second = ''] = key.split('/');
  return (key.startsWith(prefixes.uploads) ? second : first).replace(/\.jpg$/, '');
}
