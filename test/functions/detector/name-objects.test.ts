import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { colouredShapes } from '../../support/clips/coloured-shapes.ts';
import { writeTinyClip } from '../../support/models/tiny-clip-model.ts';
import { type Api, apiOf, jobOver, settled, upload } from '../../support/service/api.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';

// A job goes through the video twice.
vi.setConfig({ testTimeout: 60_000 });

interface NamedObject {
  label: string;
  confidence: number;
  labelConfidence?: number;
  track: { y: number }[];
}

let api: Api;
let id: string;

beforeAll(async () => {
  const models = await temporaryFolder('models');
  await writeTinyClip(models);
  api = apiOf(await startTestService({ modelsDirs: [models] }));
  const file = path.join(await temporaryFolder('clips'), 'shapes.mp4');
  await colouredShapes(file);
  id = await upload(api, file);
  await settled(api, id);
});

const process = (json: object) => api('POST', `/api/videos/${id}/process`, { json });

/** From the top lane to the bottom one: red, green, blue. */
async function objectsOf(json: object): Promise<NamedObject[]> {
  expect((await process(json)).status).toBe(201);
  expect(await jobOver(api, id)).toMatchObject({ status: 'completed', progress: 100 });
  const { body } = await api<{ objects: Record<string, NamedObject> }>('GET', `/api/videos/${id}/metadata`);
  return Object.values(body.objects).toSorted((a, b) => (a.track[0]?.y ?? 0) - (b.track[0]?.y ?? 0));
}

describe('with enableClip', () => {
  test('objects get the text they are most like, with its probability, or are unknown', async () => {
    const objects = await objectsOf({ fps: 10, enableClip: true, labels: ['red shape', 'blue shape'] });
    expect(objects.map(({ label }) => label)).toEqual(['red shape', 'unknown', 'blue shape']);
    for (const { labelConfidence } of objects) {
      expect(labelConfidence).toBeGreaterThan(0.9);
      expect(labelConfidence).toBeLessThanOrEqual(1);
    }
    const { body } = await api<{ objects: NamedObject[] }>('GET', `/api/videos/${id}/objects`);
    expect(body.objects.map(({ label }) => label).sort()).toEqual(['blue shape', 'red shape', 'unknown']);
    for (const { labelConfidence } of body.objects) expect(labelConfidence).toBeGreaterThan(0.9);
  });

  test('the status and the version name the models at work', async () => {
    expect(await jobOver(api, id)).toMatchObject({ model: 'moving-object', clipModel: 'tiny-clip' });
    const { body } = await api<{ versions: { description: string }[] }>('GET', `/api/videos/${id}/versions`);
    expect(body.versions[0]?.description).toMatch(
      /^Objects detected with moving-object, named with tiny-clip:/,
    );
  });

  test('labels are needed, and may be any text', async () => {
    const { status, body } = await process({ enableClip: true });
    expect([status, body.error]).toMatchObject([400, { code: 'MISSING_PARAMETER', field: 'labels' }]);
    const objects = await objectsOf({ fps: 10, enableClip: true, labels: ['$& GREEN ☃', 'sch\u00f6n'] });
    expect(objects.map(({ label }) => label)).toEqual(['unknown', '$& GREEN ☃', 'unknown']);
  });
});

test('without enableClip the labels are those of the detector, and no probability of an earlier job is left', async () => {
  const objects = await objectsOf({ fps: 10 });
  expect(objects).toHaveLength(3);
  for (const object of objects) {
    expect(object.label).toBe('object');
    expect(object).not.toHaveProperty('labelConfidence');
  }
  expect(await jobOver(api, id)).not.toHaveProperty('clipModel');
  const { status, body } = await process({ labels: ['red shape'] });
  expect([status, body.error]).toMatchObject([400, { code: 'INVALID_PARAMETER', field: 'labels' }]);
});
