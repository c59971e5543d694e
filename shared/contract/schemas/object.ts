import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { describedAs, generatedAs } from './described-as.ts';
import { displayName, failure, frame, MAX_COUNTER, point } from './primitives.ts';

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

const nextCursor = z
  .string()
  .optional()
  .describe('what `cursor` must be for the next page; absent on the last one');

const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ objects: z.array(entry), nextCursor }).meta({ id: 'ObjectList' });

/** With `fields` objects have some of their members; generators read of lists with all of them. */
export const objectList = describedAs(
  listOf(trackedObject),
  listOf(generatedAs(trackedObject.partial().required({ id: true }), trackedObject)),
);

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).meta({
  id: 'PlacedBox',
  description: 'Left, top, width and height, in fractions of the displayed frame.',
});

/** Where an object is: one of both, by its kind. */
const place = {
  box: box.optional().describe('where the object is, of the kind `box`'),
  corners: z
    .array(point)
    .length(4)
    .optional()
    .describe('where it is, of the kind `surface`: in order around it'),
};

const trackKeyframe = z
  .looseObject({
    frame: frame('the frame'),
    time: z.number().describe('presentation time of the frame in seconds'),
    hidden: z.boolean().optional().describe('begins a stretch in which the object was not seen'),
    x: z.number().optional(),
    y: z.number().optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    corners: z.array(point).optional(),
    confidence: z.number().optional(),
  })
  .meta({
    id: 'TrackKeyframe',
    description: 'A keyframe of the metadata document: a box, or the corners of a surface.',
  });

export const objectWithTrack = trackedObject
  .extend({
    track: z
      .array(trackKeyframe)
      .optional()
      .describe('keyframes in the order of frames, as in the metadata document; absent with `frames`'),
    positions: z
      .array(z.object({ frame: frame('the frame'), ...place }).meta({ id: 'ObjectPosition' }))
      .optional()
      .describe('only with `frames`: where it is in these; frames in which it is not seen are left out'),
  })
  .meta({ id: 'ObjectWithTrack', description: 'A tracked object with its track.' });

export const objectsInFrame = z
  .object({
    frame: frame('the frame'),
    time: z.number().describe('seconds at which it appears, on the clock of keyframes'),
    objects: z
      .array(
        trackedObject
          .pick({ id: true, kind: true, label: true, userLabel: true, confidence: true, customData: true })
          .extend(place)
          .meta({ id: 'PlacedObject', description: 'An object and where it is in a frame.' }),
      )
      .describe('those that are seen in it, by id'),
  })
  .meta({ id: 'ObjectsInFrame' });

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
