import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import type { StoredParts } from '../../../shared/stores/documents/pack-part.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { seededDocument, seedVideo } from '../../support/videos/seed-video.ts';
import { trackedCrowd } from '../../support/videos/tracked-crowd.ts';

const bench = await startWorkbench();

const seed = (parts: Partial<StoredParts>): Promise<string> =>
  seedVideo({ variables: process.env as Record<string, string> }, { parts });

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

describe('what is sent of a document', () => {
  const parts = (): Partial<StoredParts> => ({
    ...trackedCrowd(300, 40),
    layers: [{ id: 'l', name: '"\n\\', overlays: [{ id: 'o', name: '🎈 ‰' }] }],
    variables: [{ id: 'v', value: [1, null, 'x'] }],
    extra: { theme: { dark: true }, count: 12, name: 'é', list: [], nothing: null },
  });

  const metadata = (id: string, query = '') => bench.api('GET', `/api/videos/${id}/metadata${query}`);

  test('is its JSON, the same byte for byte in the answer, the export and the video', async () => {
    const id = await seed(parts());
    const { status, headers, text: document } = await metadata(id);
    expect([status, headers.get('etag')]).toEqual([200, 'W/"1"']);
    expect(document === seededDocument(parts())).toBe(true);
    const { body } = await bench.api<{ downloadUrl: string }>('GET', `/api/videos/${id}/export?format=json`);
    expect(await (await fetch(body.downloadUrl)).text()).toBe(document);
    expect((await bench.api('GET', `/api/videos/${id}`)).text).toContain(`"metadata":${document}}`);
  });

  test('has the edited and not the removed objects of just that version', async () => {
    const id = await seed(parts());
    const { objects = {}, ...others } = parts();
    const [[first, object], [second]] = Object.entries(objects) as [
      [string, StoredObject],
      [string, unknown],
    ];
    const url = (objectId: string) => `/api/videos/${id}/objects/${objectId}`;
    await bench.api('PATCH', url(first), { json: { userLabel: 'Äda' } });
    await bench.api('DELETE', url(second));
    await bench.api('PATCH', url(first), { json: { userLabel: null } });

    const { [second]: _, ...left } = objects;
    const named = { ...object, userLabel: 'Äda' };
    const expected = [objects, { ...objects, [first]: named }, { ...left, [first]: named }, left];
    for (const [index, kept] of expected.entries()) {
      const { headers, body } = await metadata(id, `?version=${index + 1}`);
      expect(headers.get('etag')).toBe(`W/"${index + 1}"`);
      expect(body).toEqual(JSON.parse(seededDocument({ ...others, objects: kept })));
    }
  });

  test('takes in however many objects are edited', async () => {
    const { objects = {}, tracks = {} } = trackedCrowd(40, 2);
    const id = await seed({ objects, tracks });
    const customData = { note: 'x'.repeat(10_000) };
    for (const objectId of Object.keys(objects)) {
      await bench.api('PATCH', `/api/videos/${id}/objects/${objectId}`, { json: { customData } });
    }
    const edited = Object.entries(objects).map(([key, object]) => [key, { ...object, customData }]);
    const answer = await metadata(id);
    expect(sha256(answer.text)).toBe(sha256(seededDocument({ objects: Object.fromEntries(edited), tracks })));
  });
});

describe('a document of which a part is damaged', () => {
  const files = openMediaFiles(bench.environment);
  const storedTracks = async (id: string): Promise<string> => {
    for await (const { key } of files.list(mediaKeys.section(id, 'tracks', 'seed-1'))) return key;
    throw new Error('The tracks are not in an object of their own');
  };

  test('is refused as long as there is a status to say so', async () => {
    const id = await seed(trackedCrowd(300, 40));
    await files.delete(await storedTracks(id));
    for (const url of [`/api/videos/${id}/metadata`, `/api/videos/${id}`]) {
      const { status, body } = await bench.api('GET', url);
      expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    }
  });

  test('is broken off where it is damaged, so that nobody takes it for whole', async () => {
    const id = await seed(trackedCrowd(300, 400));
    const key = await storedTracks(id);
    const bytes = (await files.get(key)) ?? Buffer.alloc(0);
    // Behind the middle, which is read when half of the document is sent.
    await files.put(key, bytes.fill(0, bytes.length * 0.6, bytes.length * 0.7), 'application/gzip');
    await expect(bench.api('GET', `/api/videos/${id}/metadata`)).rejects.toThrow('terminated');
    const { status } = await bench.api('GET', `/api/videos/${id}/export?format=json`);
    expect(status).toBe(500);
  });
});

test('a PATCH body larger than 1 MB is refused with how large it is', async () => {
  const id = await seed({});
  const empty = JSON.stringify({ theme: '' });
  const patch = (bytes: number) =>
    bench.api<{ error?: { code: string; details: unknown } }>('PATCH', `/api/videos/${id}/metadata`, {
      json: { theme: 'x'.repeat(bytes - empty.length) },
    });
  const max = LIMITS.jsonBodyBytes;
  expect((await patch(max)).status).toBe(200);
  const { status, body } = await patch(max + 1);
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'INVALID_PARAMETER', field: 'body', details: { min: 0, max, provided: max + 1 } },
  ]);
});

describe('a document of values that take far more memory than JSON', () => {
  const manyKeys = Object.fromEntries(
    Array.from({ length: 75_000 }, (_, key) => [`k${key.toString(36)}`, 0]),
  );
  const copies = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ op: 'copy', from: '/x0', path: `/x${from + index}` }));
  const edit = (id: string, json: unknown) => bench.api('PATCH', `/api/videos/${id}/metadata`, { json });
  const operate = (id: string, base: number, json: unknown) =>
    bench.api('PATCH', `/api/videos/${id}/metadata?baseVersion=${base}`, {
      json,
      headers: { 'Content-Type': 'application/json-patch+json' },
    });
  const tooMany = {
    status: 400,
    body: {
      error: {
        code: 'INVALID_PARAMETER',
        field: 'body',
        details: { min: 0, max: LIMITS.editedDocumentMemory, provided: expect.any(Number) },
      },
    },
  };

  test('cannot be made by edits that each are small, and can be edited while it does not grow', async () => {
    const id = await seed({});
    expect(await edit(id, { x0: manyKeys })).toMatchObject({ status: 200 });
    expect(await operate(id, 2, copies(1, 5))).toMatchObject({ status: 200 });
    expect(await operate(id, 3, copies(5, 7))).toMatchObject(tooMany);
    const instead = [{ op: 'remove', path: '/x1' }, ...copies(5, 6)];
    expect(await operate(id, 3, instead)).toMatchObject({ status: 200 });
  });

  test('that a file has brought is edited while it does not grow', async () => {
    const members = Array.from({ length: 6 }, (_, index) => [`x${index}`, manyKeys]);
    const id = await seed({ extra: Object.fromEntries(members) });
    expect(await edit(id, { variables: [{ id: 'v' }] })).toMatchObject(tooMany);
    expect(await operate(id, 1, [{ op: 'remove', path: '/x1' }])).toMatchObject({ status: 200 });
  });
});
