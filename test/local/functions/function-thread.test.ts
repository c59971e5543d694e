import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FunctionThread } from '../../../local/functions/function-thread.ts';
import { isHeavy } from '../../../local/gateway/heavy.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { toAuthorizerContext } from '../../../shared/domain/keys/authorizer-context.ts';
import { startTestService } from '../../support/service/test-service.ts';

const FILE_BYTES = 50 * 1024 * 1024;

const thread = new FunctionThread();
afterEach(() => thread.close());

const event = { headers: {}, requestContext: { requestId: 'r', path: '/api/openapi.json' } };
const reference = () => thread.function('reference/get-openapi')(event) as Promise<{ statusCode: number }>;

test('what takes files, forms and documents leaves the thread of the others', () => {
  const heavy = ROUTES.filter(isHeavy).map(({ method, path }) => `${method} ${path}`);
  expect(heavy).toEqual(
    expect.arrayContaining([
      'POST /api/videos/upload',
      'GET /api/videos/{id}/export',
      'PATCH /api/videos/{id}/metadata',
      'POST /api/v1/projects/{videoId}/changes',
    ]),
  );
  expect(heavy).not.toContain('GET /api/v1/whoami');
});

test('calls at the same time get each its own answer', async () => {
  const [found, failed] = await Promise.allSettled([reference(), thread.function('no/such-function')(event)]);
  expect(found).toMatchObject({ status: 'fulfilled', value: { statusCode: 200 } });
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('no/such-function') },
  });
});

test('when the thread ends its calls fail, and the next call starts another', async () => {
  const lost = reference();
  await Promise.all([thread.close(), expect(lost).rejects.toThrow('The thread of the function has ended')]);
  expect((await reference()).statusCode).toBe(200);
});

test('a form of 50 MB is read without keeping this thread busy', async () => {
  const service = await startTestService();
  const file = path.join(service.dataDir, 'form');
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
  await writeFile(
    file,
    Buffer.concat([Buffer.from(start), Buffer.alloc(FILE_BYTES), Buffer.from('\r\n--x--\r\n')]),
  );
  const principal = {
    kind: 'key' as const,
    accountId: 'a',
    keyId: 'k',
    keyName: '',
    scopes: [...SCOPES],
    projectIds: null,
  };
  const rate = { limit: 1, remaining: 1, resetAt: 0, exceeded: false };
  const upload = thread.function('videos/upload-video');
  const before = performance.eventLoopUtilization();
  const answer = await upload({
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: null,
    bodyFile: file,
    isBase64Encoded: false,
    requestContext: { requestId: 'r', authorizer: toAuthorizerContext(principal, rate) },
  });
  expect(answer).toMatchObject({ statusCode: 400, body: expect.stringContaining('UNSUPPORTED_FORMAT') });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});
