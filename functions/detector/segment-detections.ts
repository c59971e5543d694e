import { gunzipSync, gzipSync } from 'node:zlib';
import type { FrameDetections } from '../../shared/vision/trajectory.ts';

/** Detections of a segment as stored between the workers and the finish: gzipped JSON. */
export const encodeDetections = (frames: readonly FrameDetections[]): Uint8Array =>
  gzipSync(JSON.stringify(frames));

export const decodeDetections = (bytes: Uint8Array): FrameDetections[] =>
  JSON.parse(gunzipSync(bytes).toString('utf8')) as FrameDetections[];
