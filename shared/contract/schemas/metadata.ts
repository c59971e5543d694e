import * as z from 'zod';

/** A member the server identifies by `id`; members it does not know are kept as they are. */
const identified = z.looseObject({ id: z.string() });

export const overlay = identified.extend({
  name: z.string().optional(),
  position: z.looseObject({ x: z.number(), y: z.number() }).optional(),
  plugin: z.looseObject({ type: z.string(), config: z.record(z.string(), z.unknown()) }).optional(),
});

export const layer = identified.extend({
  name: z.string().optional(),
  overlays: z.array(overlay),
});

export const videoDetails = z.object({
  totalFrames: z.int(),
  fps: z.number(),
  width: z.int(),
  height: z.int(),
});

/** Keyframe of a box track. Coordinates are fractions of the displayed (rotated) frame, `time` is in seconds. */
export const boxKeyframe = z.looseObject({
  frame: z.int(),
  time: z.number(),
  x: z.number().describe('left edge'),
  y: z.number().describe('top edge'),
  width: z.number(),
  height: z.number(),
});

export const documentObject = z.looseObject({
  id: z.string(),
  kind: z.enum(['box', 'surface']),
  label: z.string(),
  userLabel: z.string().nullable(),
  confidence: z.number(),
  firstFrame: z.int(),
  lastFrame: z.int(),
  frameCount: z.int(),
  customData: z.record(z.string(), z.unknown()),
  track: z.array(z.unknown()).describe('keyframes with linear interpolation between them'),
});

export const metadataDocument = z.looseObject({
  schemaVersion: z.string(),
  videoDetails,
  objects: z.record(z.string(), documentObject),
  layers: z.array(layer),
  variables: z.array(identified),
  rules: z.array(identified),
});

/** What PATCH takes: any JSON object; what it may hold is decided by the merge. */
export const metadataPatch = z.record(z.string(), z.unknown());

export const versionEntry = z.object({
  version: z.int(),
  createdAt: z.string(),
  description: z.string(),
});
