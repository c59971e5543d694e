import path from 'node:path';
import { expect, test } from 'vitest';
import { hidingShape } from '../support/clips/hiding-shape.ts';
import { apiOf, jobOver, settled, upload } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

const api = apiOf(await startTestService());
const file = path.join(await temporaryFolder('clips'), 'hiding.mp4');
await hidingShape(file);
const id = await upload(api, file);
await settled(api, id);

/** How many objects a job says it has found, and the ids of those in the document then. */
async function detected(options: { confidence?: number }): Promise<{ found: number; ids: string[] }> {
  await api('POST', `/api/videos/${id}/process`, { json: { fps: 10, ...options } });
  const { objectsDetected, status } = await jobOver(api, id);
  expect(status).toBe('completed');
  const { body } = await api<{ objects: object }>('GET', `/api/videos/${id}/metadata`);
  return { found: objectsDetected, ids: Object.keys(body.objects) };
}

test('a job counts what it has found: not what is kept, and again what it recognises', async () => {
  const first = await detected({});
  expect(first).toMatchObject({ found: 1, ids: [expect.any(String)] });

  await api('PATCH', `/api/videos/${id}/objects/${first.ids[0]}`, { json: { userLabel: 'Shape' } });
  expect(await detected({ confidence: 1 })).toEqual({ found: 0, ids: first.ids });
  expect(await detected({})).toEqual({ found: 1, ids: first.ids });
});

test('an object whose annotations were taken away goes with the next job that does not find it', {
  tags: 'long',
}, async () => {
  const { ids } = await detected({});
  for (const userLabel of ['Shape', null])
    await api('PATCH', `/api/videos/${id}/objects/${ids[0]}`, { json: { userLabel } });
  expect(await detected({ confidence: 1 })).toEqual({ found: 0, ids: [] });
});

test('an object that was deleted comes back under another id where it is found', {
  tags: 'long',
}, async () => {
  const before = await detected({});
  await api('DELETE', `/api/videos/${id}/objects/${before.ids[0]}`);
  const after = await detected({});
  expect(after.found).toBe(1);
  expect(after.ids).not.toEqual(before.ids);
});
