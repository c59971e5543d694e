import * as z from 'zod';
import { LIMITS } from '../limits.ts';

export const trackedObject = z.object({
  id: z.string(),
  kind: z.enum(['box', 'surface']),
  label: z.string(),
  userLabel: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  firstFrame: z.int(),
  lastFrame: z.int(),
  frameCount: z.int(),
  customData: z.record(z.string(), z.unknown()),
});

/** What PATCH takes; further members are accepted when they are what they were. */
export const objectPatch = z.looseObject({
  userLabel: z.string().max(LIMITS.nameLength).nullable().optional(),
  customData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('merged (RFC 7396); at most 16 KB of JSON when merged'),
});

export const editedObject = trackedObject.pick({
  id: true,
  label: true,
  userLabel: true,
  customData: true,
});
