import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../local/service.ts';
import type { Overlay } from '../shared/contract/schemas/metadata.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { openDocuments, type StoredDocument } from '../shared/stores/documents/documents.ts';
import type { PartName, StoredParts } from '../shared/stores/documents/pack-part.ts';
import { isTombstone, openVersions } from '../shared/stores/documents/versions.ts';
import { undecoded } from '../test/support/service/undecoded.ts';
import { interceptAttempts } from '../test/support/store-calls.ts';
import { seedVideo } from '../test/support/videos/seed-video.ts';
import { trackedCrowd } from '../test/support/videos/tracked-crowd.ts';
import { compare, costOf, interleave, type Section } from './measure.ts';

const OBJECTS = 10_000;
const KEYFRAMES = 50;
/** Edits per figure. */
const EDITS = 20;
/** Bytes of a large unknown member. */
const MEMBER_BYTES = 20_000_000;

/** Editing and reading documents with 10,000 of something, or 20 MB. */
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
    const edits = await benchEdits(service, repetitions);
    const small = await seedVideo(service, { parts: trackedCrowd(1, KEYFRAMES) });
    const large = await seedVideo(service, { parts: trackedCrowd(OBJECTS, KEYFRAMES) });
    return [edits, await benchReads(service, { small, large, repetitions })];
  } finally {
    await service.close();
  }
}

const overlay = (index: number): Overlay => ({
  id: `overlay-${index}`,
  name: `Overlay ${index}`,
  position: { x: index / OBJECTS, y: 0.5 },
  plugin: { type: 'core:text', config: { text: `Text of overlay ${index}`, size: index % 40 } },
});
const variable = (index: number) => ({
  id: `variable-${index}`,
  name: `Variable ${index}`,
  value: index / 7,
});
const overlays = (count: number): Partial<StoredParts> => ({
  layers: [
    { id: 'demo', name: 'Demo', overlays: Array.from({ length: count }, (_, index) => overlay(index)) },
  ],
});
const variables = (count: number): Partial<StoredParts> => ({
  variables: Array.from({ length: count }, (_, index) => variable(index)),
});
const members = (bytes: number): Partial<StoredParts> => ({
  extra: {
    note: { text: 'short' },
    analysis: Array.from({ length: Math.ceil(bytes / 100) }, (_, index) => ({
      at: index / 25,
      loudness: Math.sin(index) * 40,
      words: `word ${index} of a transcript that goes on`,
    })),
  },
});

interface Edit {
  readonly name: string;
  readonly large: Partial<StoredParts>;
  readonly small: Partial<StoredParts>;
  /** Of the video. */
  readonly target: string;
  /** @param last the last entry of the document; @param edit counts the edits */
  readonly body: (last: number, edit: number) => unknown;
  readonly contentType?: string;
}

const editsOfLarge = (): readonly Edit[] => [
  {
    name: 'an overlay, by id',
    large: overlays(OBJECTS),
    small: overlays(1),
    target: '/metadata',
    body: (last, edit) => ({
      layers: [{ id: 'demo', overlays: [{ id: `overlay-${last}`, position: { x: edit / EDITS, y: 0.1 } }] }],
    }),
  },
  {
    name: 'a variable, by id',
    large: variables(OBJECTS),
    small: variables(1),
    target: '/metadata',
    body: (last, edit) => ({ variables: [{ id: `variable-${last}`, value: edit }] }),
  },
  {
    name: 'a variable, by position',
    large: variables(OBJECTS),
    small: variables(1),
    target: '/metadata',
    contentType: 'application/json-patch+json',
    body: (last, edit) => [{ op: 'replace', path: `/variables/${last}/value`, value: edit }],
  },
  {
    name: 'an unknown member beside one of 20 MB',
    large: members(MEMBER_BYTES),
    small: members(0),
    target: '/metadata',
    body: (_, edit) => ({ note: { text: `edit ${edit}` } }),
  },
  {
    name: 'a userLabel beside 500,000 keyframes',
    large: trackedCrowd(OBJECTS, KEYFRAMES),
    small: trackedCrowd(1, KEYFRAMES),
    target: '/objects/obj_000000000000',
    body: (_, edit) => ({ userLabel: `Name ${edit}` }),
  },
];

interface EditCost {
  readonly cpuMs: number;
  readonly bytes: number;
}

async function benchEdits(service: RunningService, repetitions: number): Promise<Section> {
  const written = countWrittenBytes();
  const costOfEdits = (
    { target, body, contentType = 'application/json' }: Edit,
    id: string,
    last: number,
  ) => {
    let version = 1;
    let edits = 0;
    const patch = async (): Promise<void> => {
      const response = await fetch(`${service.apiUrl}/api/videos/${id}${target}`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${service.apiKey}`,
          'Content-Type': contentType,
          'If-Match': `"${version}"`,
        },
        body: JSON.stringify(body(last, ++edits)),
      });
      if (!response.ok) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      version++;
    };
    return async (): Promise<EditCost> => {
      const bytes = written();
      const { cpuMs } = await costOf(async () => {
        for (let edit = 0; edit < EDITS; edit++) await patch();
      });
      return { cpuMs: cpuMs / EDITS, bytes: (written() - bytes) / EDITS };
    };
  };
  const comparisons = [];
  for (const edit of editsOfLarge()) {
    const [large, small] = [
      await seedVideo(service, { parts: edit.large }),
      await seedVideo(service, { parts: edit.small }),
    ];
    const costs = await interleave(repetitions, {
      large: costOfEdits(edit, large, OBJECTS - 1),
      small: costOfEdits(edit, small, 0),
    });
    for (const [unit, of] of [
      ['CPU ms', ({ cpuMs }: EditCost) => cpuMs],
      ['bytes', ({ bytes }: EditCost) => bytes],
    ] as const) {
      comparisons.push(
        compare(
          {
            name: unit === 'bytes' ? `${edit.name}, written` : edit.name,
            values: (costs.large ?? []).map(of),
          },
          { name: 'the same in a document of one entry', values: (costs.small ?? []).map(of) },
          unit,
        ),
      );
    }
  }
  return {
    title: 'Edits of a large document',
    conditions: [
      `${OBJECTS} entries, the last of which changes; ${EDITS} edits one after the other through the whole local service`,
      'processor time of service and client; written: requests to DynamoDB and S3; the aims are 1.5 times the time and 64 kB',
    ],
    comparisons,
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
  const fetched = async (target: string, coding = 'identity'): Promise<number> => {
    const { status, bytes } = await undecoded(`${service.apiUrl}/api/videos/${target}`, {
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Accept-Encoding': coding },
    });
    if (status !== 200) throw new Error(`GET answered ${status}`);
    return bytes.length;
  };
  const get = (target: string, coding?: string) => timed(() => fetched(`${large}${target}`, coding));
  const times = await interleave(repetitions, {
    parseAll: timed(() => parseParts(documents, newest)),
    metadata: get('/metadata'),
    brotli: get('/metadata', 'br'),
    gzip: get('/metadata', 'gzip'),
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
  const compressed = async (coding: string, values: readonly number[]) => {
    const name = `GET metadata, ${coding}`;
    const [bytes, plain] = [await fetched(`${large}/metadata`, coding), await fetched(`${large}/metadata`)];
    return [
      compare({ name, values }, { name: 'same as it is', values: times.metadata }, 'CPU ms'),
      compare({ name, values: [bytes] }, { name: 'same as it is', values: [plain] }, 'bytes'),
    ];
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
      ...(await compressed('br', times.brotli)),
      ...(await compressed('gzip', times.gzip)),
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
