import * as z from 'zod';

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
