import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../local/service.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/model-store.ts';
import { type Box, iou } from '../../shared/vision/box.ts';
import { afterFile } from '../support/after-file.ts';
import { type Api, apiOf, jobOver, settled, upload } from '../support/api.ts';
import { temporaryFolder } from '../support/test-service.ts';

/** Folders of real clips and of trained models; without both these tests are skipped. */
const { VMS_CLIPS_DIR: clipsDir = '', VMS_MODELS_DIR: modelsDir = '' } = process.env;
const CLIPS = [
  'one-by-one-person-detection.mp4',
  'bottle-detection.mp4',
  'sample_rotate_and_reflect.mp4',
] as const;
const usable = modelsDir !== '' && CLIPS.every((clip) => existsSync(path.join(clipsDir, clip)));

interface FoundObject {
  label: string;
  confidence: number;
  firstFrame: number;
  lastFrame: number;
  track: (Box & { frame: number })[];
}

describe.skipIf(!usable)('with VMS_CLIPS_DIR and VMS_MODELS_DIR, a trained model finds', () => {
  let api: Api;

  beforeAll(async () => {
    const service = await startService({
      dataDir: await temporaryFolder('service'),
      modelsDirs: [modelsDir, BUILT_IN_MODELS_DIR],
    });
    afterFile(() => service.close());
    api = apiOf(service);
  });

  /** What a job finds in a clip, from the first to appear to the last. */
  async function objectsIn(clip: (typeof CLIPS)[number], fps: number): Promise<FoundObject[]> {
    const id = await upload(api, path.join(clipsDir, clip));
    await settled(api, id);
    await api('POST', `/api/videos/${id}/process`, { json: { fps } });
    expect(await jobOver(api, id)).toMatchObject({
      status: 'completed',
      model: 'yolox-nano-416',
      fallback: false,
    });
    const { body } = await api<{ objects: Record<string, FoundObject> }>('GET', `/api/videos/${id}/metadata`);
    return Object.values(body.objects).toSorted((a, b) => a.firstFrame - b.firstFrame);
  }

  test('the people who pass one by one, and nothing else', async () => {
    const found = await objectsIn('one-by-one-person-detection.mp4', 1);
    expect(new Set(found.map(({ label }) => label))).toEqual(new Set(['person']));
    expect(found.length).toBeGreaterThanOrEqual(5);
    for (const [i, { firstFrame }] of found.entries()) {
      expect(firstFrame).toBeGreaterThan(found[i - 1]?.lastFrame ?? -1);
    }
  });

  test('the bottles, for longer than the hands that move them', async () => {
    const found = await objectsIn('bottle-detection.mp4', 2);
    const longest = found.toSorted((a, b) => b.lastFrame - b.firstFrame - (a.lastFrame - a.firstFrame));
    expect(longest.slice(0, 3).map(({ label }) => label)).toEqual(['bottle', 'bottle', 'bottle']);
    for (const { label } of found) expect(['bottle', 'person']).toContain(label);
  });

  test('the person of a rotated and mirrored recording where the displayed picture shows him', async () => {
    const found = await objectsIn('sample_rotate_and_reflect.mp4', 5);
    expect(found.map(({ label }) => label)).toEqual(['person']);
    for (const box of found[0]?.track ?? []) {
      expect(iou(box, { x: 0.2, y: 0.12, width: 0.8, height: 0.87 })).toBeGreaterThan(0.8);
    }
  });
});
