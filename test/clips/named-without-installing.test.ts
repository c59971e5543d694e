import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../local/service.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { afterFile } from '../support/service/after-file.ts';
import { type Api, apiOf, jobOver, settled, upload } from '../support/service/api.ts';
import { temporaryFolder } from '../support/service/test-service.ts';

const { VMS_CLIPS_DIR: clipsDir = '' } = process.env;
/** With how many objects of each label a job ends: all that are there, and what may be found besides. */
const CLIPS = [
  // The seven stays of bottles; one is put down behind a hand and may be two. Hands are persons to it.
  ['bottle-detection.mp4', 'bottle', [7, 8], 2],
  ['one-by-one-person-detection.mp4', 'person', [6, 6], 0],
] as const;
const TIMEOUT = 240_000;

describe.skipIf(!CLIPS.every(([clip]) => existsSync(path.join(clipsDir, clip))))(
  'with VMS_CLIPS_DIR, a service in which no model was installed names what is in',
  { timeout: TIMEOUT },
  () => {
    let api: Api;
    beforeAll(async () => {
      const dataDir = await temporaryFolder('service');
      const service = await startService({ dataDir, modelsDirs: [BUILT_IN_MODELS_DIR] });
      afterFile(() => service.close());
      api = apiOf(service);
    });

    test.each(CLIPS)('%s', { tags: 'long' }, async (clip, label, [least, most], strays) => {
      const id = await upload(api, path.join(clipsDir, clip));
      await settled(api, id);
      await api('POST', `/api/videos/${id}/process`, { json: {} });
      expect(await jobOver(api, id, TIMEOUT)).toMatchObject({
        status: 'completed',
        model: 'ssdlite-mobilenet-v2',
        fallback: false,
      });
      const { body } = await api<{ objects: { label: string }[] }>('GET', `/api/videos/${id}/objects`);
      const named = body.objects.filter((object) => object.label === label);
      expect(named.length).toBeGreaterThanOrEqual(least);
      expect(named.length).toBeLessThanOrEqual(most);
      expect(body.objects.length - named.length).toBeLessThanOrEqual(strays);
    });
  },
);
