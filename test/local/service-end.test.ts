import { expect, test, vi } from 'vitest';
import { startService } from '../../local/service.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { encodeFrameIndex } from '../../shared/media/probe/frame-index-codec.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { apiOf, eventually } from '../support/service/api.ts';
import { external, resourcePrefix } from '../support/service/external-stores.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { listedObjects, type StartedBody } from '../support/surfaces/surface-video.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

// A request waits for its surface for 20 s.
vi.setConfig({ testTimeout: 15_000, hookTimeout: 60_000 });

const dataDir = await temporaryFolder('service');
const service = await startService({
  dataDir,
  external,
  prefix: resourcePrefix(dataDir),
  modelsDirs: [BUILT_IN_MODELS_DIR],
  // Nothing is tracked.
  worker: false,
});

async function videoWithFrames(): Promise<string> {
  const { variables } = service;
  const id = await seedVideo({ variables });
  const times = Float64Array.from({ length: 10 }, (_, frame) => frame / 10);
  const index = encodeFrameIndex({ timescale: 10, times, endTime: 1, keyFrames: Uint32Array.of(0) });
  await openMediaFiles({ variables, runtime: systemRuntime }).put(
    mediaKeys.frameIndex(id),
    index,
    'application/octet-stream',
  );
  return id;
}

test('a request that waits for its surface when the service ends is answered, with the frames until then', async () => {
  const api = apiOf(service);
  const id = await videoWithFrames();
  const corners = [0.2, 0.8, 0.8, 0.2].map((x, i) => ({ x, y: i < 2 ? 0.2 : 0.8 }));
  const answer = api<StartedBody>('POST', `/api/videos/${id}/objects/surface`, {
    json: { name: 'Wall', frame: 3, corners },
  });
  const [surface] = await eventually(
    () => listedObjects(api, id),
    (objects) => objects.length > 0,
  );
  await service.close();
  const { status, body } = await answer;
  expect([status, body]).toEqual([201, { success: true, objectId: surface?.id, trackedFrames: 1 }]);
});
