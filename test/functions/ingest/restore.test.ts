import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { embed } from '../../media/native/clips.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { sampledRows } from '../../support/run/long.ts';
import { fileForm, settled } from '../../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';

let bench: Workbench;
let clip: Buffer;

beforeAll(async () => {
  bench = await startWorkbench();
  clip = await readFile(await shortClip(1));
});

const EMPTY = { objects: {}, layers: [], variables: [], rules: [] };

/** Uploads a file, has it ingested by one delivery of its message, and reads the video. */
async function ingested(file: Buffer) {
  const form = fileForm(new Uint8Array(file));
  const { body } = await bench.api<{ id: string }>('POST', '/api/videos/upload', { form });
  const messages = await bench.take('ingest');
  expect(await ingest(delivery(messages))).toEqual({ batchItemFailures: [] });
  return settled(bench.api, body.id);
}

const withDocument = (document: string | Uint8Array) => embed('mp4', clip, Buffer.from(document));

const documentWith = (members: object) => JSON.stringify({ schemaVersion: '1.0', ...members });

/** A document of so many bytes, of which the last member is a long text. */
function documentOf(bytes: number, members: object): string {
  const json = documentWith({ ...members, note: '' });
  return json.replace('"note":""', `"note":"${'x'.repeat(bytes - json.length)}"`);
}

test('a video whose file carries no document says nothing of one', async () => {
  const video = await ingested(clip);
  expect(video).toMatchObject({ status: 'processed', metadata: EMPTY });
  expect(video).not.toHaveProperty('restore');
});

test('a document that the file carries becomes version 1, and the video says so', async () => {
  const layers = [{ id: 'titles', overlays: [{ id: 't', name: 'größer ✓' }] }];
  const video = await ingested(await withDocument(documentWith({ layers, mine: { deep: [1, 2] } })));
  expect(video).toMatchObject({
    status: 'processed',
    restore: { status: 'restored' },
    metadata: { ...EMPTY, layers, mine: { deep: [1, 2] } },
  });
  expect(video.restore).not.toHaveProperty('reason');
});

test('a document with names as long as may be given is restored', async () => {
  const layers = [{ id: 'titles', name: '😀'.repeat(LIMITS.nameLength), overlays: [] }];
  const video = await ingested(await withDocument(documentWith({ layers })));
  expect(video).toMatchObject({ restore: { status: 'restored' }, metadata: { layers } });
});

describe('a document is left out, the video says why, and is processed at the first attempt', () => {
  const damaged = async () => {
    const file = await withDocument(documentWith({ rules: [{ id: 'r' }] }));
    file.writeUInt8(file.readUInt8(file.length - 44) ^ 1, file.length - 44);
    return file;
  };
  const withoutEnd = async () => {
    const file = await withDocument(documentWith({ rules: [{ id: 'r' }] }));
    return file.fill(0, file.length - 60);
  };
  const belowLimit = documentOf(LIMITS.documentBytes - 10, { rules: [{ id: 'r' }] });
  const DOCUMENTS: [string, () => Promise<Buffer>, RegExp][] = [
    ['that is damaged', damaged, /damaged/],
    ['of a newer schema', () => withDocument('{"schemaVersion":"1.1","rules":5}'), /schema version 1\.1/],
    ['whose end is missing', withoutEnd, /damaged/],
    ['that is not JSON', () => withDocument('{"schemaVersion":'), /not JSON/],
    [
      'just below the limit as it comes, and above as it is stored',
      () => withDocument(belowLimit),
      /too large/,
    ],
  ];

  test.each(sampledRows(DOCUMENTS))('%s', { tags: 'sampled', timeout: 60_000 }, async (_, make, reason) => {
    expect(await ingested(await make())).toMatchObject({
      status: 'processed',
      restore: { status: 'ignored', reason: expect.stringMatching(reason) },
      metadata: EMPTY,
    });
  });
});

test('as large a document as can be stored is restored', { tags: 'long', timeout: 60_000 }, async () => {
  const fitting = documentOf(LIMITS.documentBytes - 2000, { rules: [{ id: 'r' }] });
  const { restore, status } = await ingested(await withDocument(fitting));
  expect([status, restore]).toEqual(['processed', { status: 'restored' }]);
});
