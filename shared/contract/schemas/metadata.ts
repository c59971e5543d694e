import * as z from 'zod';
import { CORE_CONFIGS } from './core-overlays.ts';
import { generatedAs } from './described-as.ts';
import { displayedSize, frame, framesPerSecond, point, timestamp, versionNumber } from './primitives.ts';

/** A list entry identified by `id`; unknown members are kept unchanged. */
export const entry = z.looseObject({ id: z.string() }).meta({
  id: 'Entry',
  description: 'A list entry identified by `id`; its other members are kept unchanged.',
});

export type Identified = z.output<typeof entry>;

const CORE_TYPES = Object.keys(CORE_CONFIGS)
  .map((type) => `\`${type}\``)
  .join(', ');

const anyMembers = z.record(z.string(), z.unknown());

/** Never refused for its content; the first ones define what readers draw. */
const config = generatedAs(
  z
    .union([...Object.values(CORE_CONFIGS), anyMembers])
    .describe(`of ${CORE_TYPES}, or what a type of your own takes; kept as it is`),
  anyMembers.describe(
    `of ${CORE_TYPES}, whose members \`GET /api/docs\` lists, or what a type of your own takes; kept as it is`,
  ),
);

export const overlay = entry
  .extend({
    name: z.string().optional(),
    position: point
      .optional()
      .describe('where its middle is: fractions of the displayed frame, from its top left corner'),
    plugin: z
      .looseObject({
        type: z.string().describe('namespaced: `core:<name>` or `user:<name>`'),
        config,
      })
      .meta({ id: 'OverlayPlugin' })
      .optional(),
  })
  .meta({ id: 'Overlay', description: 'Something shown over the video. Unknown members are kept.' });

export type Overlay = z.output<typeof overlay>;

export const layer = entry
  .extend({
    name: z.string().optional(),
    visible: z
      .unknown()
      .optional()
      .describe('`false`: its overlays are not shown; with anything else they are'),
    overlays: z.array(overlay).describe('the later ones lie above the earlier ones, as layers do'),
  })
  .meta({ id: 'Layer', description: 'A list of overlays.' });

export type Layer = z.output<typeof layer>;

const videoDetails = z
  .object({
    totalFrames: z.int(),
    fps: framesPerSecond(),
    ...displayedSize,
  })
  .meta({ id: 'VideoDetails', description: 'Properties of the video file; read-only.' });

export type VideoDetails = z.output<typeof videoDetails>;

const keyframe = z.looseObject({
  frame: frame('the frame'),
  time: z.number().describe('presentation time of the frame in seconds'),
  hidden: z
    .boolean()
    .optional()
    .describe(
      'begins a stretch in which the object was not seen: nothing is drawn until the next keyframe without it; the ' +
        'coordinates are the last ones seen',
    ),
});

/** Coordinates are fractions of the displayed (rotated) frame. */
const boxKeyframe = keyframe
  .extend({
    x: z.number().describe('left edge'),
    y: z.number().describe('top edge'),
    width: z.number(),
    height: z.number(),
  })
  .meta({ id: 'BoxKeyframe', description: 'A box, in fractions of the displayed frame.' });

export type BoxKeyframe = z.output<typeof boxKeyframe>;

const surfaceKeyframe = keyframe
  .extend({
    corners: z.array(point).length(4).describe('in order around the surface'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('probability that no corner is off by more than 5 pixels of the frames that were looked at'),
  })
  .meta({ id: 'SurfaceKeyframe', description: 'Four corners, in fractions of the displayed frame.' });

export type SurfaceKeyframe = z.output<typeof surfaceKeyframe>;

export type Keyframe = BoxKeyframe | SurfaceKeyframe;

const objectDetails = z.looseObject({
  id: z.string(),
  kind: z.enum(['box', 'surface']),
  label: z.string(),
  userLabel: z.string().nullable(),
  confidence: z.number(),
  labelConfidence: z.number().optional().describe('probability of `label`; only where CLIP gave it'),
  firstFrame: frame('first frame in which it is seen'),
  lastFrame: frame('last frame in which it is seen'),
  frameCount: z.int().describe('frames from the first to the last, those in which it is hidden included'),
  tracked: z
    .boolean()
    .optional()
    .describe('`false` for a surface of which only the frame is known in which it was marked'),
  customData: z.record(z.string(), z.unknown()),
});

/** A tracked object without its track. */
export type StoredObject = z.output<typeof objectDetails>;

const trackOf = <Keyframe extends z.ZodType>(keyframe: Keyframe) =>
  z
    .array(keyframe)
    .describe(
      'keyframes in the order of frames, of the kind of the object. Between two of them coordinates are interpolated ' +
        'linearly by `frame`, but not into or out of a hidden stretch: before one the last coordinates hold',
    );

const anyObject = objectDetails
  .extend({ track: trackOf(z.union([boxKeyframe, surfaceKeyframe])) })
  .meta({ id: 'DocumentObject', description: 'A tracked object with its track.' });

const boxObject = objectDetails
  .extend({ kind: z.literal('box'), track: trackOf(boxKeyframe) })
  .meta({ id: 'BoxObject', description: 'A tracked object with its track of boxes.' });

const surfaceObject = objectDetails
  .extend({ kind: z.literal('surface'), track: trackOf(surfaceKeyframe) })
  .meta({ id: 'SurfaceObject', description: 'A tracked surface with its track of corners.' });

// Of its members nothing but `kind` says which keyframes a track has.
const documentObject = generatedAs(anyObject, z.discriminatedUnion('kind', [boxObject, surfaceObject]));

export const metadataDocument = z
  .looseObject({
    schemaVersion: z.string().describe('version of the document schema; read-only'),
    videoDetails,
    objects: z.record(z.string(), documentObject).describe('tracked objects by their id'),
    layers: z.array(layer),
    variables: z.array(entry),
    rules: z.array(entry),
  })
  .meta({ id: 'MetadataDocument', description: 'The metadata of a video. Unknown members are kept.' });

export type MetadataDocument = z.output<typeof metadataDocument>;

export const versionAuthor = z
  .object({
    kind: z.enum(['key', 'person']),
    id: z.string().describe('of the key, or of the person within the service'),
    name: z.string().optional().describe('what the key was called; only of keys'),
  })
  .meta({ id: 'VersionAuthor', description: 'Who made a change: an API key, or a person in the console.' });

export type VersionAuthor = z.output<typeof versionAuthor>;

export const versionEntry = z
  .object({
    version: versionNumber,
    createdAt: timestamp,
    description: z.string().describe('what was changed'),
    author: versionAuthor
      .optional()
      .describe(
        'absent where the service made it: the first version, the result of a job, the track of a surface',
      ),
  })
  .meta({ id: 'VersionEntry', description: 'A version of the metadata.' });

export const versionChange = z
  .object({
    path: z
      .string()
      .describe('where: a JSON Pointer with ids in place of indices, as `path` of `GET …/metadata` takes it'),
    kind: z
      .enum(['added', 'changed', 'moved', 'removed'])
      .describe('`moved`: the order of a list, of which `before` and `after` are the ids'),
    before: z.unknown().optional().describe('absent where it was added, and of tracks'),
    after: z.unknown().optional().describe('absent where it was removed, and of tracks'),
  })
  .meta({ id: 'VersionChange' });
