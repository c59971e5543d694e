import type { VIDEO_STATUSES } from '../contract/schemas/video.ts';

export type VideoStatus = (typeof VIDEO_STATUSES)[number];
export type Container = 'mp4' | 'mov' | 'webm';

/** A stored video. Figures are 0 until the video is processed. */
export interface Video {
  accountId: string;
  videoId: string;
  name: string;
  status: VideoStatus;
  container: Container;
  fileSize: number;
  autoProcess: boolean;
  createdAt: string;
  updatedAt: string;
  /** Seconds. */
  duration: number;
  /** Displayed size in pixels: after rotation and pixel aspect ratio. */
  width: number;
  height: number;
  fps: number;
  totalFrames: number;
  hasThumbnail: boolean;
  failure: { code: string; message: string } | null;
}

export const CONTENT_TYPES: Record<Container, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};
