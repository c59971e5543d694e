import { gunzipSync, gzipSync } from 'node:zlib';
import type { FrameDetections } from '../../shared/vision/trajectory.ts';

/** What a segment worker found out about one sampled frame. */
export interface SegmentFrame extends FrameDetections {
  /** What the frame looks like (`frameSignature`), in base64. */
  readonly signature: string;
}

/** Detections of a segment as stored between the workers and the finish: gzipped JSON. */
export const encodeDetections = (frames: readonly SegmentFrame[]): Uint8Array =>
  gzipSync(JSON.stringify(frames));

export const decodeDetections = (bytes: Uint8Array): SegmentFrame[] =>
  JSON.parse(gunzipSync(bytes).toString('utf8')) as SegmentFrame[];
