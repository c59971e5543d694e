import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../support/service/api.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';

let video: string;

const service = await startTestService({ worker: false });
const api = apiOf(service);

/** Version 1 has the cars `a` and `b` and the variable `v1`; version 2 lacks `b`, and has `v1` changed and `v2`. */
beforeEach(async () => {
  video = await seedVideo(service, {
    parts: { ...trackedCars(['a', 'b']), variables: [{ id: 'v1', value: 1 }] },
  });
  const { status } = await api('PATCH', `/api/videos/${video}/metadata`, {
    json: { objects: { b: null }, variables: [{ id: 'v1', value: 2 }, { id: 'v2' }], note: 'new' },
  });
  expect(status).toBe(200);
});

interface Request {
  method: 'PATCH' | 'DELETE' | 'POST';
  target: string;
  type?: string;
  body?: unknown;
  conflictingPaths: string[];
}

const metadata = (type: string, body: unknown, conflictingPaths: string[]): Request => ({
  method: 'PATCH',
  target: 'metadata',
  type,
  body,
  conflictingPaths,
});
const byId = (body: unknown, paths: string[]) => metadata('application/json', body, paths);
const merged = (body: unknown, paths: string[]) => metadata('application/merge-patch+json', body, paths);
const operations = (body: unknown[], paths: string[]) => metadata('application/json-patch+json', body, paths);
const object = (method: 'PATCH' | 'DELETE', id: string, conflictingPaths: string[]): Request => ({
  method,
  target: `objects/${id}`,
  ...(method === 'PATCH' && { body: { userLabel: 'Taxi' } }),
  conflictingPaths,
});

describe('An edit on a stale base is a conflict, whatever else it would meet in the document', () => {
  test.each<[string, Request]>([
    ['an object that only the base holds', object('PATCH', 'b', ['/objects/b/userLabel'])],
    ['the removal of one that only the base holds', object('DELETE', 'b', ['/objects/b'])],
    ['an object that no version holds', object('PATCH', 'ghost', [])],
    ['the removal of one that no version holds', object('DELETE', 'ghost', [])],
    ['a merge into an unknown object', byId({ objects: { ghost: { userLabel: 'x' } } }, [])],
    ['read-only members', byId({ schemaVersion: '9', videoDetails: { fps: 1 }, note: 'x' }, ['/note'])],
    [
      'an entry that is made again, one changed and one removed',
      byId({ variables: [{ id: 'v2', name: 'x', value: 1 }, { id: 'v1', $delete: true }, { value: 3 }] }, [
        '/variables/v2',
        '/variables/v1',
      ]),
    ],
    ['a list in place of one that was changed', merged({ variables: [] }, ['/variables'])],
    ['an unsound outcome', merged({ variables: [{ id: 'x' }, { id: 'x' }] }, ['/variables'])],
    [
      'paths that lead somewhere only now',
      operations(
        [
          { op: 'remove', path: '/variables/1' },
          { op: 'remove', path: '/note' },
        ],
        ['/variables', '/note'],
      ),
    ],
    [
      'places that shift, up to the first that cannot be had',
      operations(
        [
          { op: 'remove', path: '/variables/0' },
          { op: 'add', path: '/variables/-', value: { id: 'v2' } },
          { op: 'replace', path: '/nothing/here', value: 1 },
          { op: 'copy', from: '/objects/b/customData', path: '/copied' },
        ],
        ['/variables/v1', '/variables/v2', '/objects/b/customData'],
      ),
    ],
    [
      'a test that fails',
      operations([{ op: 'test', path: '/variables/0/value', value: 7 }], ['/variables/v1/value']),
    ],
    ['a read-only member', operations([{ op: 'replace', path: '/schemaVersion', value: '9' }], [])],
  ])('%s', async (_, { method, target, type, body, conflictingPaths }) => {
    const { status, body: answer } = await api(method, `/api/videos/${video}/${target}`, {
      ...(body !== undefined && { raw: JSON.stringify(body) }),
      headers: {
        'If-Match': '"1"',
        ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
      },
    });
    expect([status, answer.error]).toMatchObject([
      409,
      { code: 'VERSION_CONFLICT', details: { expected: 1, current: 2, conflictingPaths } },
    ]);
    expect((answer.error.details as { conflictingPaths: string[] }).conflictingPaths).toEqual(
      conflictingPaths,
    );
  });

  test('an overlay that the schema of its plugin refuses', async () => {
    const installed = await api('POST', `/api/v1/projects/${video}/plugins`, {
      json: { type: 'user:gauge', version: '1.0.0', configSchema: { required: ['unit'] } },
    });
    expect(installed.status).toBe(201);
    const json = { layers: [{ id: 'l', overlays: [{ id: 'o', plugin: { type: 'user:gauge' } }] }] };
    const stale = await api('PATCH', `/api/videos/${video}/metadata`, {
      json,
      headers: { 'If-Match': '"1"' },
    });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    const fresh = await api('PATCH', `/api/videos/${video}/metadata`, {
      json,
      headers: { 'If-Match': '"2"' },
    });
    expect(fresh.status).toBe(400);
  });

  test('changes of a project', async () => {
    const changes = [{ op: 'remove', path: '/variables/1' }];
    const stale = await api('POST', `/api/v1/projects/${video}/changes`, {
      json: { baseRevision: 1, changes },
    });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    const fresh = await api('POST', `/api/v1/projects/${video}/changes`, {
      json: { baseRevision: 2, changes },
    });
    expect(fresh.status).toBe(200);
  });

  test('but a request that fits no document is refused first', async () => {
    const pointer = await api('PATCH', `/api/videos/${video}/metadata`, {
      raw: JSON.stringify([{ op: 'remove', path: 'variables' }]),
      headers: { 'If-Match': '"1"', 'Content-Type': 'application/json-patch+json' },
    });
    expect(pointer.status).toBe(400);
  });
});
