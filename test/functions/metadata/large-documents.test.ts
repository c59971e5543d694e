import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import type { StoredObject } from '../../../shared/domain/metadata/document.ts';
import { toAuthorizerContext } from '../../../shared/http/authorizer-context.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import type { StoredParts } from '../../../shared/stores/documents.ts';
import { openMediaFiles } from '../../../shared/stores/media-files.ts';
import { mediaKeys } from '../../../shared/stores/media-keys.ts';
import { assembleDocument } from '../../support/assembled-document.ts';
import { trackedCrowd } from '../../support/large-document.ts';
import { seededSections, seedVideo } from '../../support/seeded-video.ts';
import { startWorkbench, type Workbench } from '../../support/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

const seed = (parts: Partial<StoredParts>): Promise<string> =>
  seedVideo({ variables: process.env as Record<string, string> }, { parts });

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

const documentOf = ({ tracks = {}, ...sections }: Partial<StoredParts>): string =>
  JSON.stringify(assembleDocument({ ...seededSections, ...sections }, tracks));

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
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(document === documentOf(parts())).toBe(true);
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
      expect(headers.get('etag')).toBe(`"${index + 1}"`);
      expect(body).toEqual(JSON.parse(documentOf({ ...others, objects: kept })));
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
    expect(sha256(answer.text)).toBe(sha256(documentOf({ objects: Object.fromEntries(edited), tracks })));
  });
});

describe('a document of which a part is damaged', () => {
  const sectionOf = (id: string, section: string) => mediaKeys.section(id, section, 'seed-1');

  test('is refused as long as there is a status to say so', async () => {
    const id = await seed(trackedCrowd(300, 40));
    await openMediaFiles(bench.environment).delete(sectionOf(id, 'tracks'));
    for (const url of [`/api/videos/${id}/metadata`, `/api/videos/${id}`]) {
      const { status, body } = await bench.api('GET', url);
      expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    }
  });

  test('is broken off where it is damaged, so that nobody takes it for whole', async () => {
    const id = await seed(trackedCrowd(300, 400));
    const files = openMediaFiles(bench.environment);
    const key = sectionOf(id, 'tracks');
    const bytes = await files.get(key);
    if (bytes === null) throw new Error('The tracks are not in an object of their own');
    await files.put(key, bytes.subarray(0, bytes.length / 2), 'application/gzip');
    await expect(bench.api('GET', `/api/videos/${id}/metadata`)).rejects.toThrow('terminated');
    const { status } = await bench.api('GET', `/api/videos/${id}/export?format=json`);
    expect(status).toBe(500);
  });
});

describe('a document just below the limit', { timeout: 300_000 }, () => {
  /** Megabytes of JavaScript values a function may have here: much less than the document would take. */
  const HEAP_MB = 48;
  const crowd = () => trackedCrowd(1000, 738);
  let id: string;
  let small: string;
  let expected: { bytes: number; sha256: string };

  interface Answer {
    status: number;
    bytes: number;
    sha256: string;
    body?: string;
    residentBytes: number;
  }

  beforeAll(async () => {
    id = await seed(crowd());
    small = await seed(trackedCrowd(1, 1));
    const document = documentOf(crowd());
    expected = { bytes: Buffer.byteLength(document), sha256: sha256(document) };
  });

  /** Lets a function answer a request for a video with little memory. */
  async function answerAlone(key: string, videoId: string, query: object | null = null): Promise<Answer> {
    const { accountId } = await openAccounts(bench.environment).byHandle('demo');
    const principal = { accountId, keyId: accountId, keyName: 'Test', scopes: [...SCOPES], projectIds: null };
    const rate = { limit: 100, remaining: 99, resetAt: 0, exceeded: false };
    const event = {
      headers: {},
      pathParameters: { id: videoId },
      queryStringParameters: query,
      requestContext: { requestId: 'request', authorizer: toAuthorizerContext(principal, rate) },
      body: null,
      isBase64Encoded: false,
    };
    const script = path.join(import.meta.dirname, '../../support/answer-alone.ts');
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, key], {
      env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT' },
    });
    child.stdin.end(JSON.stringify(event));
    const [[code], output, errors] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    if (code !== 0) throw new Error(errors);
    return JSON.parse(output) as Answer;
  }

  test('is close to it', () => {
    expect(expected.bytes).toBeLessThan(LIMITS.documentBytes);
    expect(expected.bytes).toBeGreaterThan(0.99 * LIMITS.documentBytes);
  });

  test('is read with little memory, whatever its size', async () => {
    const alone = await answerAlone('metadata/get-metadata', small);
    const { residentBytes, ...answer } = await answerAlone('metadata/get-metadata', id);
    expect(answer).toEqual({ status: 200, ...expected });
    expect(residentBytes - alone.residentBytes).toBeLessThan(LIMITS.documentBytes);
  });

  test('is read with its video and listed with little memory', async () => {
    expect((await answerAlone('videos/get-video', id)).bytes).toBeGreaterThan(expected.bytes);
    expect(await answerAlone('objects/list-objects', id)).toMatchObject({ status: 200 });
  });

  test('is exported with little memory', async () => {
    const { status, body = '' } = await answerAlone('metadata/export-video', id, { format: 'json' });
    expect(status).toBe(200);
    const { downloadUrl, fileSize } = JSON.parse(body) as { downloadUrl: string; fileSize: number };
    const exported = await (await fetch(downloadUrl)).text();
    expect({ bytes: fileSize, sha256: sha256(exported) }).toEqual(expected);
  });

  test('takes a small edit and refuses one that would make it too large', async () => {
    const edit = (value: string) =>
      bench.api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'v', value }] } });
    expect((await edit('small')).status).toBe(200);
    expect(await edit('x'.repeat(1_000_000))).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'INVALID_PARAMETER',
          field: 'body',
          details: { min: 0, max: LIMITS.documentBytes, provided: expect.any(Number) },
        },
      },
    });
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
