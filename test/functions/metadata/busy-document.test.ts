import { expect, test } from 'vitest';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { ANOTHER, commitAsAnother } from '../../support/videos/commit-as-another.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

const bench = await startWorkbench();
const { api, environment } = bench;

/** Has another writer commit a version before each of this document, each so many seconds later. */
function overtake(id: string, seconds: number): Disposable & { times: number } {
  const counted = { times: 0 };
  const interceptor = interceptCalls(async ({ input }, proceed) => {
    const { videoId, version, writeId } = (input as { Item?: Record<string, unknown> }).Item ?? {};
    if (videoId === id && typeof version === 'number' && writeId !== ANOTHER) {
      counted.times++;
      await environment.runtime.sleep(seconds * 1000);
      await commitAsAnother(environment, id);
    }
    return proceed();
  });
  return Object.assign(counted, { [Symbol.dispose]: () => interceptor[Symbol.dispose]() });
}

const patch = (id: string) => api('PATCH', `/api/videos/${id}/metadata`, { json: { note: 'mine' } });

test('a write that is always overtaken is refused before the gateway gives up, has changed nothing and may be repeated', async () => {
  const id = await seedVideo(environment);
  {
    using others = overtake(id, 6);
    const { status, headers, body } = await patch(id);
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'DOCUMENT_BUSY', '1']);
    // A fourth attempt would have ended after 24 s.
    expect(others.times).toBe(3);
  }
  const { body } = await api<{ note?: string }>('GET', `/api/videos/${id}/metadata`);
  expect(body.note).toBeUndefined();
  expect((await patch(id)).status).toBe(200);
});

test('a write that is overtaken some times is made', async () => {
  const id = await seedVideo(environment);
  using others = overtake(id, 1);
  const writing = patch(id);
  await expect.poll(() => others.times).toBeGreaterThan(3);
  others[Symbol.dispose]();
  expect((await writing).status).toBe(200);
});

test('writers of one process that meet take turns, and hardly any makes its version in vain', async () => {
  const id = await seedVideo(environment);
  const attempted: unknown[] = [];
  using _ = interceptCalls(async ({ input }, proceed) => {
    const { videoId, version } = (input as { Item?: Record<string, unknown> }).Item ?? {};
    if (videoId === id && typeof version === 'number') attempted.push(version);
    return proceed();
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => patch(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect([...new Set(attempted)]).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
  // One that has read the document before another's turn, and comes after it without a wait. Without turns there are some 190.
  expect(attempted.length).toBeLessThan(25);
});
