import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { displayName, failure, frame, MAX_COUNTER } from './primitives.ts';

const TRACKING_STATUSES = ['running', 'done', 'failed'] as const;

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
    tracking: z
      .enum(TRACKING_STATUSES)
      .optional()
      .describe('of a surface: whether it is being tracked through the video, has been, or could not be'),
    trackingProgress: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('percent of the frames that were looked at; only while `tracking` is `running`'),
    failure: failure
      .optional()
      .describe('why the surface could not be tracked; only where `tracking` is `failed`'),
  })
  .meta({ id: 'TrackedObject', description: 'A tracked object without its track.' });

/** The body of a PATCH; other members are accepted when they are unchanged. */
export const objectPatch = z
  .looseObject({
    userLabel: displayName.nullable().optional(),
    customData: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('merged (RFC 7396); at most 16 KB of JSON when merged'),
  })
  .meta({ id: 'ObjectPatch' });

export const editedObject = trackedObject
  .pick({
    id: true,
    label: true,
    userLabel: true,
    customData: true,
  })
  .meta({ id: 'EditedObject' });

const { min, max } = LIMITS.cornerFraction;
const fraction = (side: string) =>
  z.number().min(min).max(max).describe(`as a fraction of the frame's ${side}`);

/** A plane in one frame, such as a wall, a screen, a page or a road sign. */
export const markedSurface = z
  .strictObject({
    name: displayName.describe('becomes the `userLabel` of the object'),
    // Of the same type as the frames of answers, which have no bound.
    frame: frame('the frame in which the corners are').min(0).max(MAX_COUNTER).meta({ format: 'int64' }),
    corners: z
      .array(z.strictObject({ x: fraction('width'), y: fraction('height') }).meta({ id: 'MarkedCorner' }))
      .min(LIMITS.surfaceCorners)
      .max(LIMITS.surfaceCorners)
      .describe(
        'in order around the surface, in either sense; fractions of the displayed frame, from its top left corner. They ' +
          'make a convex quadrilateral whose sides are at least 16 pixels of the video long, and of which at least half ' +
          'is inside the frame',
      ),
  })
  .meta({ id: 'MarkedSurface' });

export const surfaceStarted = z
  .object({
    success: z.boolean(),
    objectId: z.string(),
    trackedFrames: z
      .int()
      .min(1)
      .describe(
        'frames in which the surface was seen when the answer was sent, the marked one included; tracking goes on after ' +
          'that where `GET …/objects` reports `running`',
      ),
  })
  .meta({ id: 'SurfaceStarted' });
