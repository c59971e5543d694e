import fc from 'fast-check';
import { expect } from 'vitest';
import type { Scope } from '../../../shared/contract/scopes.ts';
import {
  expectRefusal,
  type KeyState,
  keyRefusal,
  type Model,
  newestOf,
  pick,
  type Step,
  step,
  type VideoState,
  videoRefusal,
} from './model.ts';

const anyKey = fc.nat(20);
const anyVideo = fc.nat(20);

type Read = (video: VideoState) => { target: string; status?: number; body: unknown; etag?: string };

/** A command that reads one video. */
const videoReading = <Given>(
  name: string,
  scope: Scope,
  given: fc.Arbitrary<Given>,
  read: (given: Given) => Read,
): fc.Arbitrary<Step> =>
  fc.record({ key: anyKey, video: anyVideo, given }).map((all) =>
    step(name, all, async (model, { api }) => {
      const [key, video] = [pick(model.keys, all.key), pick(model.videos, all.video)];
      const { target, status = 200, body, etag } = read(all.given)(video);
      const answer = await api<unknown>('GET', target, { key: key.secret });
      const refused = keyRefusal(key, scope) ?? videoRefusal(key, video);
      if (refused !== null) return expectRefusal(answer, refused);
      expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
      if (etag !== undefined) expect(answer.headers.get('etag')?.replace('W/', '')).toBe(etag);
    }),
  );

const instant = expect.stringMatching(/^\d{4}-.*Z$/);
const FIGURES = { fps: 10, width: 160, height: 96, duration: 1 };

const getVideo = videoReading('get video', 'project:read', fc.constant(null), () => (video) => ({
  target: `/api/videos/${video.id}`,
  body: {
    ...FIGURES,
    id: video.id,
    name: video.name,
    status: 'processed',
    fileSize: expect.any(Number),
    streamUrl: expect.stringMatching(/^http/),
    thumbnail: expect.any(String),
    metadata: newestOf(video).document,
    createdAt: instant,
    updatedAt: instant,
  },
}));

const getMetadata = videoReading(
  'get metadata',
  'project:read',
  fc.option(fc.integer({ min: 1, max: 8 })),
  (wanted) => (video) => {
    const version = wanted ?? newestOf(video).version;
    const document = video.documents[version - 1];
    const target = `/api/videos/${video.id}/metadata${wanted === null ? '' : `?version=${wanted}`}`;
    return document === undefined
      ? {
          target,
          status: 404,
          body: { error: expect.objectContaining({ code: 'VERSION_NOT_FOUND', field: 'version' }) },
        }
      : { target, body: document, etag: `"${version}"` };
  },
);

const SECTIONS = ['videoDetails', 'objects', 'layers', 'variables', 'rules'];

const getSections = videoReading(
  'get sections',
  'project:read',
  fc.subarray(SECTIONS, { minLength: 1 }),
  (names) => (video) => {
    const { version, document } = newestOf(video);
    const named = ['schemaVersion', ...names].map((name) => [name, document[name as keyof typeof document]]);
    return {
      target: `/api/videos/${video.id}/metadata?sections=${names.join()}`,
      body: Object.fromEntries(named),
      etag: `"${version}"`,
    };
  },
);

const listVersions = videoReading(
  'list versions',
  'project:read',
  fc.record(
    { before: fc.integer({ min: 1, max: 8 }), limit: fc.integer({ min: 1, max: 5 }) },
    { requiredKeys: [] },
  ),
  (query) => (video) => {
    const { before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = query;
    const versions = video.descriptions
      .map((description, i) => ({
        version: i + 1,
        createdAt: instant,
        description: description ?? expect.stringMatching(/\w/),
        ...(i > 0 && { author: expect.objectContaining({ kind: 'key' }) }),
      }))
      .reverse()
      .filter(({ version }) => version < before)
      .slice(0, limit);
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return {
      target: `/api/videos/${video.id}/versions?${search.join('&')}`,
      body: { versions, currentVersion: newestOf(video).version },
    };
  },
);

const listObjects = videoReading('list objects', 'project:read', fc.constant(null), () => (video) => ({
  target: `/api/videos/${video.id}/objects`,
  body: {
    objects: Object.values(newestOf(video).document.objects)
      .map(({ track: _, ...object }) => object)
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  },
  etag: `"${newestOf(video).version}"`,
}));

const getProject = videoReading('get project', 'project:read', fc.constant(null), () => (video) => {
  const { version, document } = newestOf(video);
  return {
    target: `/api/v1/projects/${video.id}`,
    body: {
      videoId: video.id,
      title: video.name,
      revision: version,
      video: { title: video.name, ...FIGURES },
      summary: {
        overlays: document.layers.flatMap(({ overlays }) => overlays).length,
        variables: document.variables.length,
        rules: document.rules.length,
      },
    },
  };
});

const exportJson: fc.Arbitrary<Step> = fc.record({ key: anyKey, video: anyVideo }).map((given) =>
  step('export as JSON', given, async (model, { api }) => {
    const [key, video] = [pick(model.keys, given.key), pick(model.videos, given.video)];
    const answer = await api<{ downloadUrl: string; fileSize: number }>(
      'GET',
      `/api/videos/${video.id}/export?format=json`,
      { key: key.secret },
    );
    const refused = keyRefusal(key, 'export:read') ?? videoRefusal(key, video);
    if (refused !== null) return expectRefusal(answer, refused);
    expect(answer.status).toBe(200);
    const text = await (await fetch(answer.body.downloadUrl)).text();
    expect(Buffer.byteLength(text)).toBe(answer.body.fileSize);
    expect(JSON.parse(text)).toEqual(newestOf(video).document);
  }),
);

/** The videos that a key sees in lists, newest first. */
const visibleTo = ({ account, projectIds }: KeyState, { videos }: Model): VideoState[] =>
  videos
    .filter((video) => video.account === account && !video.deleted)
    .filter(({ id }) => projectIds === null || projectIds.includes(id))
    .reverse();

const listVideos: fc.Arbitrary<Step> = fc
  .record({ key: anyKey, page: fc.integer({ min: 1, max: 3 }), pageSize: fc.integer({ min: 1, max: 4 }) })
  .map(({ key: number, page, pageSize }) =>
    step('list videos', { key: number, page, pageSize }, async (model, { api }) => {
      const key = pick(model.keys, number);
      const answer = await api<unknown>('GET', `/api/videos?page=${page}&pageSize=${pageSize}`, {
        key: key.secret,
      });
      const refused = keyRefusal(key, 'project:read');
      if (refused !== null) return expectRefusal(answer, refused);
      const visible = visibleTo(key, model);
      expect(answer.body).toEqual({
        videos: visible.slice((page - 1) * pageSize, page * pageSize).map(({ id, name }) => ({
          id,
          name,
          status: 'processed',
          duration: FIGURES.duration,
          thumbnail: expect.any(String),
          createdAt: instant,
          updatedAt: instant,
        })),
        total: visible.length,
        page,
        pageSize,
        ...(page * pageSize < visible.length && { nextCursor: expect.any(String) }),
      });
    }),
  );

const listProjects: fc.Arbitrary<Step> = anyKey.map((number) =>
  step('list projects', { key: number }, async (model, { api }) => {
    const key = pick(model.keys, number);
    const answer = await api<unknown>('GET', '/api/v1/projects', { key: key.secret });
    const refused = keyRefusal(key, 'project:read');
    if (refused !== null) return expectRefusal(answer, refused);
    expect(answer.body).toEqual({
      projects: visibleTo(key, model).map((video) => ({
        videoId: video.id,
        title: video.name,
        revision: newestOf(video).version,
        updatedAt: instant,
      })),
    });
  }),
);

export const READING: fc.Arbitrary<Step>[] = [
  getVideo,
  getMetadata,
  getSections,
  listVersions,
  listObjects,
  getProject,
  exportJson,
  listVideos,
  listProjects,
];
