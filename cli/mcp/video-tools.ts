import * as z from 'zod';
import type { MetadataDocument, Video } from '../../client/answers.ts';
import { EVENT_TYPES } from '../../shared/contract/events.ts';
import { listEvents } from '../../shared/contract/routes/events.ts';
import { listVersions } from '../../shared/contract/routes/metadata.ts';
import { getVideo, listVideos, renameVideo } from '../../shared/contract/routes/videos.ts';
import { repeatable } from '../../shared/contract/schemas/primitives.ts';
import { NEWEST_FIRST, VIDEO_SORTS, VIDEO_STATUSES } from '../../shared/contract/schemas/video.ts';
import { counter, cursor, limit, videoId } from './inputs.ts';
import { defineTool, type Tool } from './tool.ts';

const list = defineTool({
  name: 'list_videos',
  title: 'List videos',
  description: 'Lists the videos of the account, filtered and sorted, in pages.',
  effect: 'reads',
  routes: [listVideos],
  input: z.strictObject({
    name: z.string().min(1).optional().describe('part of the name, in upper or lower case'),
    status: z.array(z.enum(VIDEO_STATUSES)).min(1).max(VIDEO_STATUSES.length).optional(),
    label: repeatable(z.string().min(1)).describe('with an object of one of these classes'),
    createdFrom: z.string().optional().describe('RFC 3339: created then or later'),
    createdBefore: z.string().optional().describe('RFC 3339: created earlier'),
    sort: z.enum(VIDEO_SORTS).default(NEWEST_FIRST).describe('with "-" before it the highest first'),
    limit: limit(100, 20),
    cursor,
  }),
  async run({ limit: pageSize, ...filter }, { client, signal }) {
    const { videos, total, nextCursor } = await client.call(listVideos, {
      query: { ...filter, pageSize },
      signal,
    });
    return { data: { videos: videos.map(({ thumbnail: _, ...video }) => video), total, nextCursor } };
  },
});

const get = defineTool({
  name: 'get_video',
  title: 'Describe a video',
  description:
    'Describes a video: state, length, picture size, frames a second, and what its metadata document holds: objects by label, ' +
    'layers with their overlays, variables and rules. Read parts of the document with read_document and find_objects.',
  effect: 'reads',
  routes: [getVideo, listVersions],
  input: z.strictObject({ videoId }),
  async run({ videoId: id }, { client, signal }) {
    const params = { id };
    const {
      metadata,
      streamUrl: _,
      thumbnail: __,
      ...video
    } = await client.call(getVideo, { params, signal });
    if (!isDocument(metadata)) {
      const { id: _id, name, status, failure, createdAt } = video;
      return { data: { id, name, status, failure, createdAt, document: null } };
    }
    const { currentVersion } = await client.call(listVersions, { params, query: { limit: 1 }, signal });
    const { totalFrames } = metadata.videoDetails;
    return { data: { ...video, totalFrames, version: currentVersion, document: outlineOf(metadata) } };
  },
});

const isDocument = (metadata: Video['metadata']): metadata is MetadataDocument => 'objects' in metadata;

/** What a document holds, without the values. */
function outlineOf({
  schemaVersion: _,
  videoDetails: __,
  objects,
  layers,
  variables,
  rules,
  ...extra
}: MetadataDocument) {
  const tracked = Object.values(objects);
  const labels = Map.groupBy(tracked, ({ label }) => label);
  return {
    objects: tracked.length,
    labels: Object.fromEntries(first([...labels]).map(([label, { length }]) => [label, length])),
    layers: layers.length,
    firstLayers: first(layers).map(({ id, name, overlays }) => ({ id, name, overlays: overlays.length })),
    variables: first(variables).map(({ id }) => id),
    rules: first(rules).map(({ id }) => id),
    otherMembers: first(Object.keys(extra)),
  };
}

const LISTED = 100;

const first = <T>(entries: readonly T[]): readonly T[] => entries.slice(0, LISTED);

const rename = defineTool({
  name: 'rename_video',
  title: 'Rename a video',
  description: 'Gives a video another name.',
  effect: 'replaces',
  routes: [renameVideo],
  input: z.strictObject({ videoId, name: z.string().min(1) }),
  run: async ({ videoId: id, name }, { client, signal }) => ({
    data: await client.call(renameVideo, { params: { id }, body: { name }, signal }),
  }),
});

const events = defineTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists what has happened in the account, from the oldest of the last 30 days on: videos, jobs, surfaces, versions, keys. ' +
    'Go on with `after`: the `next` of the answer before.',
  effect: 'reads',
  routes: [listEvents],
  input: z.strictObject({
    after: counter(0).optional(),
    types: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length).optional(),
    videoId: videoId.optional(),
    limit: limit(100, 50),
  }),
  async run({ types, ...rest }, { client, signal }) {
    const query = { ...rest, types: types?.join(',') };
    return { data: await client.call(listEvents, { query, signal }) };
  },
});

export const VIDEO_TOOLS: readonly Tool[] = [list, get, rename, events];
