import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../local/service.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { encodeFrameIndex } from '../shared/media/probe/frame-index-codec.ts';
import { openMediaFiles } from '../shared/stores/files/media-files.ts';
import { mediaKeys } from '../shared/stores/files/media-keys.ts';
import { seedVideo } from '../test/support/videos/seed-video.ts';
import { trackedCrowd } from '../test/support/videos/tracked-crowd.ts';
import { compare, costOf, interleave, type Section } from './measure.ts';

const FEW = 100;
const MANY = 10_000;
const KEYFRAMES = 50;
const REQUESTS = 40;

/** Queries with the same number of objects in their answers, whichever video they are about. */
const QUERIES: Readonly<Record<string, (request: number) => string>> = {
  'a page of 50 by first frame': () => '/objects?limit=50',
  'a page of 50 of a label and a confidence': () => '/objects?limit=50&label=person&minConfidence=0.2',
  'a page of 50, the most certain first': () => '/objects?limit=50&sort=-confidence',
  'a page of 20 seen in 30 frames': () => '/objects?limit=20&fromFrame=40&toFrame=69',
  'a page of 10 within a quarter of the frame': () =>
    '/objects?limit=10&region=0,0,0.5,0.5&fromFrame=40&toFrame=69',
  'an object with its track': (request) => `/objects/obj_${(request + 20).toString(16).padStart(12, '0')}`,
  'the objects in a frame': (request) => `/frames/${50 + (request % 40)}/objects`,
};

/** Queries of 10,000 objects against the same of 100. */
export async function benchQueries({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const service = await startService({
    dataDir: path.join(folder.path, 'data'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
    functionThread: false,
    worker: false,
  });
  try {
    const [few, many] = [await crowdedVideo(service, FEW), await crowdedVideo(service, MANY)];
    const request = async (id: string, target: string, init: RequestInit = {}): Promise<void> => {
      const response = await fetch(`${service.apiUrl}/api/videos/${id}${target}`, {
        ...init,
        headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${target} answered ${response.status}`);
    };
    const timed = (id: string, targetOf: (request: number) => string) => async (): Promise<number> => {
      const { cpuMs } = await costOf(async () => {
        for (let number = 0; number < REQUESTS; number++) await request(id, targetOf(number));
      });
      return cpuMs / REQUESTS;
    };
    let edits = 0;
    const afterEdit = (id: string) => async (): Promise<number> => {
      const body = JSON.stringify({ userLabel: `Name ${edits++}` });
      await request(id, '/objects/obj_000000000000', { method: 'PATCH', body });
      return (await costOf(() => request(id, '/objects?limit=50'))).cpuMs;
    };
    const comparisons = [];
    for (const [name, targetOf] of Object.entries(QUERIES)) {
      const costs = await interleave(repetitions, { many: timed(many, targetOf), few: timed(few, targetOf) });
      comparisons.push(
        compare(
          { name: `${name}, of ${MANY} objects`, values: costs.many },
          { name: `same of ${FEW}`, values: costs.few },
          'CPU ms',
        ),
      );
    }
    const first = await interleave(Math.max(repetitions, 15), { many: afterEdit(many), few: afterEdit(few) });
    comparisons.push(
      compare(
        { name: `the first page of a new version, of ${MANY} objects`, values: first.many },
        { name: `same of ${FEW}`, values: first.few },
        'CPU ms',
      ),
    );
    return {
      title: 'Queries',
      conditions: [
        `objects of ${KEYFRAMES} keyframes; ${REQUESTS} requests a repetition, stores, API and client in this process`,
        'processor time of a request; the aim is 1.5 times, but for the first of a version',
      ],
      comparisons,
    };
  } finally {
    await service.close();
  }
}

async function crowdedVideo({ variables }: RunningService, objects: number): Promise<string> {
  const environment = { variables, runtime: systemRuntime };
  const id = await seedVideo(environment, { parts: trackedCrowd(objects, KEYFRAMES) });
  const frames = objects + KEYFRAMES;
  const index = encodeFrameIndex({
    timescale: 30,
    times: Float64Array.from({ length: frames }, (_, frame) => frame / 30),
    endTime: frames / 30,
    keyFrames: Uint32Array.of(0),
  });
  await openMediaFiles(environment).put(mediaKeys.frameIndex(id), index, 'application/octet-stream');
  return id;
}
