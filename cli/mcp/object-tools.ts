import * as z from 'zod';
import type { CallOutput, Client } from '../../client/client.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import {
  getObject,
  listObjects,
  listObjectsAtTime,
  listObjectsInFrame,
} from '../../shared/contract/routes/object-queries.ts';
import { deleteObject, patchObject } from '../../shared/contract/routes/objects.ts';
import { DEFAULT_OBJECT_SORT, OBJECT_SORTS } from '../../shared/contract/schemas/object-query.ts';
import { repeatable } from '../../shared/contract/schemas/primitives.ts';
import {
  baseVersion,
  counter,
  cursor,
  limit,
  type Moment,
  moment,
  objectId,
  olderVersion,
  requireMoment,
  videoId,
} from './inputs.ts';
import { defineTool, type Tool } from './tool.ts';

/** As decimal digits: a query takes no exponent. */
const decimal = (value: number): string => value.toFixed(6);

const fraction = z.number().min(-1000).max(1000);
const confidence = z.number().min(LIMITS.confidence.min).max(LIMITS.confidence.max).optional();

const find = defineTool({
  name: 'find_objects',
  title: 'Find objects',
  description:
    'Finds tracked objects of a video: by label, name, confidence, when and where in the picture they are seen. Only objects ' +
    'that meet all conditions are answered, without their tracks.',
  effect: 'reads',
  routes: [listObjects],
  input: z.strictObject({
    videoId,
    label: repeatable(z.string().min(1)).describe('detected classes, exactly as get_video lists them'),
    name: z.string().min(1).optional().describe('part of the name that a user gave'),
    kind: z.enum(['box', 'surface']).optional(),
    minConfidence: confidence,
    maxConfidence: confidence,
    fromFrame: counter(0).optional().describe('seen in a frame from this one on'),
    toFrame: counter(0).optional().describe('seen in a frame up to this one'),
    fromTime: z.number().optional().describe('the same by a time in seconds'),
    toTime: z.number().optional(),
    region: z
      .strictObject({ x: fraction, y: fraction, width: fraction.min(0), height: fraction.min(0) })
      .optional()
      .describe(
        'part of the picture in fractions of it, x and y its top left corner: only objects that touch it',
      ),
    hidden: z.boolean().optional().describe('true: hidden in a frame then; false: in none'),
    sort: z.enum(OBJECT_SORTS).default(DEFAULT_OBJECT_SORT).describe('with "-" before it the highest first'),
    limit: limit(200, 50),
    cursor,
    version: olderVersion,
  }),
  async run({ videoId: id, name, kind, region, ...filter }, { client, signal }) {
    const query = {
      ...filter,
      ...(name !== undefined && { userLabel: [name] }),
      ...(kind !== undefined && { kind: [kind] }),
      ...(region && { region: [region.x, region.y, region.width, region.height].map(decimal).join(',') }),
    };
    const { body, etag } = await client.exchange(listObjects, { params: { id }, query, signal });
    return { data: { version: etag, ...body } };
  },
});

const get = defineTool({
  name: 'get_object',
  title: 'Read an object',
  description:
    'Reads a tracked object: with `frames` where it is in these, otherwise with the keyframes of its track, of a range of frames ' +
    'where one is given. Boxes and corners are fractions of the displayed picture, from its top left corner.',
  effect: 'reads',
  routes: [getObject],
  input: z.strictObject({
    videoId,
    objectId,
    frames: z.array(counter(0)).min(1).max(LIMITS.askedFrames).optional(),
    fromFrame: counter(0).optional(),
    toFrame: counter(0).optional(),
    version: olderVersion,
  }),
  async run({ videoId: id, objectId, frames, ...range }, { client, signal }) {
    const query = { ...range, frames: frames?.join(',') };
    const { body, etag } = await client.exchange(getObject, { params: { id, objectId }, query, signal });
    return { data: { version: etag, ...body } };
  },
});

/** The objects in a frame that a number or a time names, and the version of the metadata that says so. */
export async function objectsAt(
  client: Client,
  id: string,
  { frame, time, version }: Moment & { version?: number | undefined },
  signal: AbortSignal,
): Promise<CallOutput<typeof listObjectsInFrame> & { version: number | null }> {
  const { body, etag } = await (frame === undefined
    ? client.exchange(listObjectsAtTime, { params: { id }, query: { at: time ?? 0, version }, signal })
    : client.exchange(listObjectsInFrame, {
        params: { id, frame: String(frame) },
        query: { version },
        signal,
      }));
  return { version: etag, ...body };
}

const inFrame = defineTool({
  name: 'objects_in_frame',
  title: 'List the objects in a frame',
  description: 'Lists the objects that are seen in one frame, and where each is. show_frame draws them.',
  effect: 'reads',
  routes: [listObjectsInFrame, listObjectsAtTime],
  input: z.strictObject({ videoId, ...moment, version: olderVersion }).check(requireMoment),
  run: async ({ videoId: id, ...at }, { client, signal }) => ({
    data: await objectsAt(client, id, at, signal),
  }),
});

const annotate = defineTool({
  name: 'annotate_object',
  title: 'Name an object',
  description:
    'Gives an object a name, or data of the user: members of `customData` are merged with those that are there, null removes ' +
    'one. Makes a version of the metadata; restore_version takes it back.',
  effect: 'undoable',
  routes: [patchObject],
  input: z
    .strictObject({
      videoId,
      objectId,
      baseVersion,
      userLabel: z.string().min(1).nullable().optional().describe('the name; null: none'),
      customData: z.record(z.string(), z.unknown()).optional(),
    })
    .check(({ value, issues }) => {
      if ((value.userLabel ?? value.customData) !== undefined || value.userLabel === null) return;
      issues.push({
        code: 'custom',
        input: value,
        path: ['userLabel'],
        message: 'give userLabel or customData',
      });
    }),
  async run({ videoId: id, objectId, baseVersion: ifMatch, userLabel, customData }, { client, signal }) {
    const body = { ...(userLabel !== undefined && { userLabel }), ...(customData && { customData }) };
    const { body: answer, etag } = await client.exchange(patchObject, {
      params: { id, objectId },
      body,
      ifMatch,
      signal,
    });
    return { data: { ...answer, version: etag } };
  },
});

const remove = defineTool({
  name: 'delete_object',
  title: 'Remove an object',
  description:
    'Removes an object and its track from the metadata. Makes a version; restore_version takes it back.',
  effect: 'undoable',
  routes: [deleteObject],
  input: z.strictObject({ videoId, objectId, baseVersion }),
  async run({ videoId: id, objectId, baseVersion: ifMatch }, { client, signal }) {
    const { body, etag } = await client.exchange(deleteObject, { params: { id, objectId }, ifMatch, signal });
    return { data: { ...body, version: etag } };
  },
});

export const OBJECT_TOOLS: readonly Tool[] = [find, get, inFrame, annotate, remove];
