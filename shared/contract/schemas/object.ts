import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { frame } from './primitives.ts';

export const trackedObject = z
  .object({
    id: z.string(),
    kind: z.enum(['box', 'surface']),
    label: z.string().describe('detected class'),
    userLabel: z.string().nullable().describe('given by a user'),
    confidence: z.number().min(0).max(1),
    labelConfidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('probability of `label` among the texts of the job; only where CLIP gave it'),
    firstFrame: frame('first frame in which it is seen'),
    lastFrame: frame('last frame in which it is seen'),
    frameCount: z.int().describe('frames from the first to the last'),
    customData: z.record(z.string(), z.unknown()).describe('free-form data of the user'),
  })
  .meta({ id: 'TrackedObject', description: 'A tracked object without its track.' });

/** The body of a PATCH; other members are accepted when they are unchanged. */
export const objectPatch = z
  .looseObject({
    userLabel: z.string().max(LIMITS.nameLength).nullable().optional(),
    customData: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('merged (RFC 7396); at most 16 KB of JSON when merged'),
  })
  .meta({ id: 'ObjectPatch' });

export const editedObject = trackedObject.pick({
  id: true,
  label: true,
  userLabel: true,
  customData: true,
});
