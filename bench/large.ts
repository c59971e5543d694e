import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../local/service.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { openDocuments, type StoredDocument } from '../shared/stores/documents/documents.ts';
import type { PartName } from '../shared/stores/documents/pack-part.ts';
import { isTombstone, openVersions } from '../shared/stores/documents/versions.ts';
import { interceptAttempts } from '../test/support/store-calls.ts';
import { seedVideo } from '../test/support/videos/seed-video.ts';
import { trackedCrowd } from '../test/support/videos/tracked-crowd.ts';
import { compare, costOf, interleave, type Section } from './measure.ts';

const OBJECTS = 10_000;
const KEYFRAMES = 50;
/** Just too many objects for the version item. */
const FEW_OBJECTS = 500;
/** Edits per figure. */
const EDITS = 20;

/** Editing and reading a document of 10,000 objects and 500,000 keyframes. */
export async function benchLarge({ repetitions }: { readonly repetitions: number }): Promise<Section[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const service = await startService({
    dataDir: path.join(folder.path, 'data'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
    // Written bytes are counted in this process.
    functionThread: false,
  });
  try {
    const written = countWrittenBytes();
    const small = await seedVideo(service, { parts: trackedCrowd(1, KEYFRAMES) });
    const few = await seedVideo(service, { parts: trackedCrowd(FEW_OBJECTS, KEYFRAMES) });
    const large = await seedVideo(service, { parts: trackedCrowd(OBJECTS, KEYFRAMES) });
    return [
      await benchEdits(service, { small, few, large, written, repetitions }),
      await benchReads(service, { small, large, repetitions }),
    ];
  } finally {
    await service.close();
  }
}

interface EditCost {
  readonly cpuMs: number;
  readonly bytes: number;
}

async function benchEdits(
  service: RunningService,
  {
    small,
    few,
    large,
    written,
    repetitions,
  }: { small: string; few: string; large: string; written: () => number; repetitions: number },
): Promise<Section> {
  const patch = async (target: string, body: unknown): Promise<void> => {
    const response = await fetch(`${service.apiUrl}/api/videos/${target}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const costOfEdits = (target: string, bodyOf: (edit: number) => unknown) => async (): Promise<EditCost> => {
    const bytes = written();
    const { cpuMs } = await costOf(async () => {
      for (let edit = 0; edit < EDITS; edit++) await patch(target, bodyOf(edit));
    });
    return { cpuMs: cpuMs / EDITS, bytes: (written() - bytes) / EDITS };
  };
  const overlay = (edit: number) => ({
    layers: [{ id: 'demo', overlays: [{ id: 'title', position: { x: edit / EDITS, y: 0.1 } }] }],
  });
  const label = (edit: number) => ({ userLabel: `Name ${edit}` });
  const object = 'objects/obj_000000000000';
  const costs = await interleave(repetitions, {
    smallOverlay: costOfEdits(`${small}/metadata`, overlay),
    largeOverlay: costOfEdits(`${large}/metadata`, overlay),
    smallLabel: costOfEdits(`${small}/${object}`, label),
    fewLabel: costOfEdits(`${few}/${object}`, label),
    largeLabel: costOfEdits(`${large}/${object}`, label),
  });
  const against = (
    name: string,
    values: readonly EditCost[],
    baseline: readonly EditCost[],
    baselineName = 'same in a document of one object',
  ) => [
    compare(
      { name, values: values.map(({ cpuMs }) => cpuMs) },
      { name: baselineName, values: baseline.map(({ cpuMs }) => cpuMs) },
      'CPU ms',
    ),
    compare(
      { name: `${name}, written`, values: values.map(({ bytes }) => bytes) },
      { name: baselineName, values: baseline.map(({ bytes }) => bytes) },
      'bytes',
    ),
  ];
  return {
    title: 'Edits of a large document',
    conditions: [
      `${OBJECTS} objects of ${KEYFRAMES} keyframes; ${EDITS} edits one after the other through the whole local service`,
      'processor time of service and client; written: requests to DynamoDB and S3; the aims are 1.5 times the time and twice the bytes',
    ],
    comparisons: [
      ...against('PATCH of an overlay', costs.largeOverlay, costs.smallOverlay),
      ...against('PATCH of a userLabel', costs.largeLabel, costs.smallLabel),
      ...against(
        'PATCH of a userLabel',
        costs.largeLabel,
        costs.fewLabel,
        `same in a document of ${FEW_OBJECTS} objects`,
      ),
    ],
  };
}

async function benchReads(
  service: RunningService,
  { small, large, repetitions }: { small: string; large: string; repetitions: number },
): Promise<Section> {
  const environment = { variables: service.variables, runtime: systemRuntime };
  const documents = openDocuments(environment);
  const newest = await openVersions(environment).newest(large);
  if (newest === null || isTombstone(newest)) throw new Error('the document is gone');

  const timed = (work: () => Promise<unknown>) => async (): Promise<number> => (await costOf(work)).cpuMs;
  const fetched = async (target: string): Promise<void> => {
    const response = await fetch(`${service.apiUrl}/api/videos/${target}`, {
      headers: { Authorization: `Bearer ${service.apiKey}` },
    });
    for await (const _ of response.body ?? []);
    if (!response.ok) throw new Error(`GET answered ${response.status}`);
  };
  const get = (target: string) => timed(() => fetched(`${large}${target}`));
  const times = await interleave(repetitions, {
    parseAll: timed(() => parseParts(documents, newest)),
    metadata: get('/metadata'),
    video: get(''),
    parseObjects: timed(async () => {
      await fetched(`${small}/objects`);
      await documents.read(newest, 'objects');
    }),
    objects: get('/objects'),
  });
  const all = { name: 'its parts read, decompressed and parsed', values: times.parseAll };
  const objects = {
    name: 'same of one object, and its part read, decompressed and parsed',
    values: times.parseObjects,
  };
  return {
    title: 'Reads of a large document',
    conditions: [
      `${OBJECTS} objects of ${KEYFRAMES} keyframes, through the whole local service; the client is in its process, too`,
      'processor time; the aim is 1.5 times',
    ],
    comparisons: [
      compare({ name: 'GET metadata', values: times.metadata }, all, 'CPU ms'),
      compare({ name: 'GET video', values: times.video }, all, 'CPU ms'),
      compare({ name: 'GET objects', values: times.objects }, objects, 'CPU ms'),
    ],
  };
}

async function parseParts(
  documents: ReturnType<typeof openDocuments>,
  document: StoredDocument,
): Promise<void> {
  const { edits: _, ...parts } = document.parts;
  for (const name of Object.keys(parts) as PartName[]) await documents.read(document, name);
}

/** Counts the bytes of all request bodies that this process sends to DynamoDB and S3 from now on. */
function countWrittenBytes(): () => number {
  let bytes = 0;
  interceptAttempts(({ command, request: { body } }, proceed) => {
    if (/^(?:Put|Update|UploadPart)/.test(command) && body !== undefined) bytes += Buffer.byteLength(body);
    return proceed();
  });
  return () => bytes;
}
