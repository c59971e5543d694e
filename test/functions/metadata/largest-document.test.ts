import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { toAuthorizerContext } from '../../../shared/domain/keys/authorizer-context.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import type { StoredParts } from '../../../shared/stores/documents/pack-part.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { seededDocument, seedVideo } from '../../support/videos/seed-video.ts';
import { trackedCrowd } from '../../support/videos/tracked-crowd.ts';

const bench = await startWorkbench();

const seed = (parts: Partial<StoredParts>): Promise<string> =>
  seedVideo({ variables: process.env as Record<string, string> }, { parts });

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

describe('a document just below the limit', { timeout: 300_000 }, () => {
  /** Megabytes of JavaScript values a function may have here: much less than the document would take. */
  const HEAP_MB = 48;
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
    const parts = trackedCrowd(1000, 738);
    id = await seed(parts);
    small = await seed(trackedCrowd(1, 1));
    const document = seededDocument(parts);
    expected = { bytes: Buffer.byteLength(document), sha256: sha256(document) };
  });

  /** Lets a function answer a request for a video with little memory. */
  async function answerAlone(key: string, videoId: string, query: object | null = null): Promise<Answer> {
    const { accountId } = await openAccounts(bench.environment).byHandle('demo');
    const principal = {
      kind: 'key' as const,
      accountId,
      keyId: accountId,
      keyName: 'Test',
      scopes: [...SCOPES],
      projectIds: null,
    };
    const rate = { limit: 100, remaining: 99, resetAt: 0, exceeded: false };
    const event = {
      headers: {},
      pathParameters: { id: videoId },
      queryStringParameters: query,
      requestContext: { requestId: 'request', authorizer: toAuthorizerContext(principal, rate) },
      body: null,
      isBase64Encoded: false,
    };
    const script = path.join(import.meta.dirname, '../../support/service/answer-alone.ts');
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, key], {
      env: { ...process.env, VMS_LOG_LEVEL: 'SILENT' },
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

  test('is read with its video and listed with little memory', { tags: 'long' }, async () => {
    expect((await answerAlone('videos/get-video', id)).bytes).toBeGreaterThan(expected.bytes);
    expect(await answerAlone('objects/list-objects', id)).toMatchObject({ status: 200 });
  });

  test('is exported with little memory', { tags: 'long' }, async () => {
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
