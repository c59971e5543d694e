import type * as z from 'zod';
import type { StorageUse } from '../contract/quotas.ts';
import type { restore, VIDEO_STATUSES } from '../contract/schemas/video.ts';
import type { Container } from '../contract/video-formats.ts';
import type { DirectUpload } from './direct-upload.ts';

export type VideoStatus = (typeof VIDEO_STATUSES)[number];
/** The outcome of restoring the metadata document that was embedded in the uploaded file. */
export type Restore = z.infer<typeof restore>;

/** A stored video. Figures are 0 until the video is processed. */
export interface Video {
  accountId: string;
  videoId: string;
  name: string;
  status: VideoStatus;
  /** Valid only once the video is processed: a direct upload is not inspected before. */
  container: Container;
  /** Bytes; for a direct upload the announced size until it is complete. */
  fileSize: number;
  /**
   * Bytes that its metadata versions keep in S3: a copy of the figure in the newest version, which may trail for a
   * moment. Absent in videos that are older than this count.
   */
  documentBytes?: number;
  autoProcess: boolean;
  /** The request that asked for it; absent in videos that are older than this note. */
  requestId?: string;
  /** The trace of that request, where it was sampled. */
  trace?: string;
  createdAt: string;
  updatedAt: string;
  /** Number of the newest metadata version, 0 before the first: a copy for lists, which may trail for a moment. */
  revision: number;
  /**
   * Those of the objects of that version (`objectLabels`). Absent where they are not known: of versions that are older than
   * this note, until objects are added or removed.
   */
  labels?: readonly string[];
  /** Seconds. */
  duration: number;
  /** Displayed size in pixels: after rotation and pixel aspect ratio. */
  width: number;
  height: number;
  fps: number;
  totalFrames: number;
  /** Seconds at which the first frame is shown; absent where that is 0, or not known yet. */
  startTime?: number;
  /** Pictures that no decoder can show: those at the start, which are no frames, and frames. Absent until it is processed. */
  undecodableFrames?: number;
  hasThumbnail: boolean;
  failure: { code: string; message: string } | null;
  /** Absent when the file had no embedded document. */
  restore?: Restore;
  /** Absent when the file came in a form. */
  upload?: DirectUpload;
}

/** A video that is being uploaded. */
export const newVideo = (
  known: Pick<Video, 'accountId' | 'videoId' | 'name' | 'fileSize' | 'autoProcess' | 'createdAt'> &
    Partial<Pick<Video, 'container' | 'upload' | 'requestId' | 'trace'>>,
): Video => ({
  container: 'mp4',
  ...known,
  status: 'uploading',
  updatedAt: known.createdAt,
  revision: 0,
  documentBytes: 0,
  duration: 0,
  width: 0,
  height: 0,
  fps: 0,
  totalFrames: 0,
  hasThumbnail: false,
  failure: null,
});

/** The failure of a video whose upload was never completed. */
export const UPLOAD_INCOMPLETE = {
  code: 'UPLOAD_INCOMPLETE',
  message: 'The upload was not completed within 24 hours.',
};

/** The failure of a video whose file is another one than the client has sent, by size or checksum. */
export const UPLOAD_MISMATCH = {
  code: 'UPLOAD_MISMATCH',
  message: 'What has arrived is not the file that was sent: its size or checksum is another one.',
};

/** What one video takes: its file and what its versions keep. A file that never arrived takes nothing. */
export const storageUse = ({
  status,
  fileSize,
  documentBytes = 0,
  failure,
  upload,
}: Pick<Video, 'status' | 'fileSize' | 'documentBytes' | 'failure' | 'upload'>): StorageUse => ({
  videos: 1,
  bytes: documentBytes + (failure?.code === UPLOAD_INCOMPLETE.code ? 0 : fileSize),
  openUploads: status === 'uploading' && upload !== undefined ? 1 : 0,
});
