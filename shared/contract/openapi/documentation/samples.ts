/** Values that the examples of several endpoints share, so that together they make one story. */
export const VIDEO_ID = '0198a1f2-7c3e-7b54-9d1a-3f6e2c8b5a70';
export const KEY_ID = '0198a1e3-8a77-71f9-b2c5-60e4d9f1a38b';
export const JOB_ID = '0198a1f4-02d9-7e61-8a4c-51b7d0936efc';
export const WEBHOOK_ID = 'wh_7f3a9c2e5b1d4f60';
export const OBJECT_ID = 'obj_a4c072d00000';
export const SURFACE_ID = 'surface_5d0f36b1c2a94e78';
/** The default detector of `models/manifest.json`. */
export const MODEL = 'yolox-nano-416';
export const CREATED_AT = '2026-11-21T09:30:00.000Z';
export const UPDATED_AT = '2026-11-21T09:42:17.512Z';

export const ACCOUNT_ID = '0198a1e0-51cc-7d02-8f43-9b1d7720a6e4';
const SIGNATURE = '?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=…';
const THUMBNAIL_URL = `https://media.example.org/thumbnails/${VIDEO_ID}.jpg${SIGNATURE}`;
export const STREAM_URL = `https://media.example.org/uploads/${ACCOUNT_ID}/${VIDEO_ID}${SIGNATURE}`;
export const DOWNLOAD_URL = `https://media.example.org/exports/${VIDEO_ID}/7-1.0.mp4${SIGNATURE}`;

export const PART_URL = `https://media.example.org/uploads/${ACCOUNT_ID}/${VIDEO_ID}${SIGNATURE}&partNumber=2`;
export const PART_ETAG = '9e107d9d372bb6826bd81d3542a419d6';

export const VIDEO = {
  id: VIDEO_ID,
  name: 'Harbour at dusk',
  status: 'processed',
  duration: 12.48,
  thumbnail: THUMBNAIL_URL,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
} as const;

export const OBJECT = {
  id: OBJECT_ID,
  kind: 'box',
  label: 'boat',
  userLabel: 'Ferry',
  confidence: 0.91,
  firstFrame: 0,
  lastFrame: 311,
  frameCount: 312,
  customData: { operator: 'Red Line' },
} as const;

export const OVERLAY = {
  id: 't1',
  name: 'Title',
  position: { x: 0.5, y: 0.1 },
  plugin: {
    type: 'core:text',
    config: { text: 'Harbour at dusk', size: 0.08, firstFrame: 0, lastFrame: 124 },
  },
};

/** Follows the ferry; on a surface it would lie in perspective. */
export const ANCHORED_OVERLAY = {
  id: 'f1',
  name: 'Round the ferry',
  plugin: {
    type: 'core:shape',
    config: {
      shape: 'ellipse',
      width: 1.2,
      height: 1.2,
      stroke: '#ffcc00',
      strokeWidth: 0.04,
      anchor: { object: OBJECT_ID, x: 0.5, y: 0.5 },
    },
  },
};

export const DOCUMENT = {
  schemaVersion: '1.0',
  videoDetails: { totalFrames: 312, fps: 25, width: 1920, height: 1080 },
  objects: {
    [OBJECT_ID]: {
      ...OBJECT,
      track: [
        { frame: 0, time: 0, x: 0.12, y: 0.55, width: 0.2, height: 0.14 },
        { frame: 120, time: 4.8, x: 0.31, y: 0.54, width: 0.21, height: 0.14 },
        { frame: 125, time: 5, x: 0.31, y: 0.54, width: 0.21, height: 0.14, hidden: true },
        { frame: 180, time: 7.2, x: 0.41, y: 0.54, width: 0.21, height: 0.15 },
        { frame: 311, time: 12.44, x: 0.61, y: 0.53, width: 0.22, height: 0.15 },
      ],
    },
  },
  layers: [{ id: 'titles', name: 'Titles', overlays: [OVERLAY, ANCHORED_OVERLAY] }],
  variables: [{ id: 'speed', value: 4.2 }],
  rules: [],
};
