import { readFile } from 'node:fs/promises';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { createDynamoDb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { withoutTurns } from '../support/faults/without-turns.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { type Api, apiOf, fileForm, upload, type VideoBody } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';
import { seedVideo } from '../support/videos/seed-video.ts';
import { tableItems } from '../support/videos/table-items.ts';

withoutTurns();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How far clocks deviate in either direction, milliseconds. */
const OFF = 10 * MINUTE;
const LIMIT = 100;

const random = faultRandom();
/** From −10 to +10 minutes: each reading of the clock is another server's. */
const anywhere = (): number => Math.round((random() * 2 - 1) * OFF);

let accounts = 0;

const bench = await startWorkbench();
const clip = await shortClip(4);

async function freshKey(options: Parameters<typeof createKey>[1] = {}): Promise<Api> {
  const { secret } = await createKey(bench.environment, { account: `clock-${++accounts}`, ...options });
  return apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
}

const processedVideo = () => ingestedVideo(bench, clip);

/** Deletes expired counters, as DynamoDB's time to live does by its own clock. */
async function expireCounters(): Promise<void> {
  const tables = DynamoDBDocumentClient.from(createDynamoDb());
  const TableName = tableName(bench.environment, 'limits');
  for await (const { counter, expiresAt } of tableItems(bench.environment, 'limits')) {
    if (expiresAt * SECOND < Date.now())
      await tables.send(new DeleteCommand({ TableName, Key: { counter } }));
  }
}

describe('the request limit', () => {
  test('is never exceeded in a window of the counter, even if all clocks differ and old counters expire', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const api = await freshKey({ tier: 'free' });
    bench.stopTime();
    // Few clocks, so that their windows fill up; authorizer and endpoint read another one each time.
    const clocks = Array.from({ length: 4 }, anywhere);
    bench.skewClock(() => clocks[Math.floor(random() * clocks.length)] ?? 0);
    const admitted = new Map<string, number>();
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        Array.from({ length: 80 }, async () => {
          const { status, headers } = await api('GET', '/api/v1/whoami');
          const window = headers.get('x-ratelimit-reset') ?? '';
          if (status === 200) admitted.set(window, (admitted.get(window) ?? 0) + 1);
          else {
            expect(status).toBe(429);
            expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
            expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
          }
        }),
      );
      await expireCounters();
    }
    expect([...admitted.values()]).toEqual([...admitted.values()].map(() => LIMIT));
  });

  test('is never exceeded in a window when the clock is set back into it', { timeout: TIMEOUT }, async () => {
    const api = await freshKey({ tier: 'free' });
    bench.stopTime();
    const admittedNow = async (requests: number): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: requests }, () => api('GET', '/api/v1/whoami')));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await admittedNow(70)).toBe(70);
    bench.advance(OFF);
    expect(await admittedNow(120)).toBe(LIMIT);
    bench.advance(-OFF);
    await expireCounters();
    expect(await admittedNow(70)).toBe(30);
    bench.advance(-OFF);
    expect(await admittedNow(120)).toBe(LIMIT);
    bench.advance(2 * OFF);
    expect(await admittedNow(1)).toBe(0);
  });
});

describe('a key', () => {
  test('works up to the last millisecond before its expiry, by the clock of the server that is asked', async () => {
    bench.stopTime();
    const api = await freshKey({ expiresInDays: 30 });
    const status = async () => (await api('GET', '/api/v1/whoami')).status;
    bench.advance(30 * DAY - 1);
    expect(await status()).toBe(200);
    bench.advance(1);
    expect(await status()).toBe(401);
    bench.advance(-OFF);
    expect(await status()).toBe(200);
    bench.advance(2 * OFF);
    expect(await status()).toBe(401);
  });

  test('its last use never goes back', async () => {
    bench.stopTime();
    const { secret, keyId } = await createKey(bench.environment, { account: `clock-${++accounts}` });
    const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
    const lastUsed = async (): Promise<string> => {
      for await (const item of tableItems(bench.environment, 'keys')) {
        if (item.keyId === keyId) return item.lastUsedAt;
      }
      throw new Error('There is no such key');
    };
    let latest = '';
    for (const step of [0, OFF, -2 * OFF, OFF, OFF]) {
      bench.advance(step);
      expect((await api('GET', '/api/v1/whoami')).status).toBe(200);
      expect((await lastUsed()) >= latest).toBe(true);
      latest = await lastUsed();
    }
  });
});

describe('a presigned URL', () => {
  test.for([-OFF, 0, OFF])(
    'of a server whose clock is off by %i ms lives until the end it was given',
    async (off) => {
      const id = await seedVideo(bench.environment);
      bench.advance(off);
      const { body } = await bench.api<{ downloadUrl: string; expiresAt: string }>(
        'GET',
        `/api/videos/${id}/export?format=json`,
      );
      // S3's clock is right; it refuses by the date and expiry in the URL.
      const signed = new URL(body.downloadUrl).searchParams;
      const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(signed.get('X-Amz-Date') ?? '') ?? [];
      const begin = Date.parse(
        `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`,
      );
      const end = begin + Number(signed.get('X-Amz-Expires')) * SECOND;
      expect(Math.abs(end - Date.parse(body.expiresAt))).toBeLessThanOrEqual(SECOND);
      expect((await fetch(body.downloadUrl)).status).toBe(200);
    },
  );

  test('of a server whose clock is an hour behind is dead from the start', async () => {
    const id = await seedVideo(bench.environment);
    bench.advance(-HOUR - SECOND);
    const { body } = await bench.api<{ downloadUrl: string }>('GET', `/api/videos/${id}/export?format=json`);
    expect((await fetch(body.downloadUrl)).status).toBe(403);
  });
});

describe('a request with an Idempotency-Key', () => {
  test('that was answered is not done again within 24 hours less the difference of the clocks', async () => {
    bench.stopTime();
    const api = await freshKey();
    const bytes = new Uint8Array(await readFile(clip));
    const send = () =>
      api<{ id: string }>('POST', '/api/videos/upload', {
        form: fileForm(bytes),
        headers: { 'Idempotency-Key': 'one' },
      });
    const first = await send();
    expect(first.status).toBe(201);
    for (const step of [OFF, -2 * OFF, OFF + DAY - OFF - SECOND, OFF, -OFF]) {
      bench.advance(step);
      expect((await send()).body).toEqual(first.body);
    }
    await bench.take('ingest');
    expect((await api<{ total: number }>('GET', '/api/videos')).body.total).toBe(1);
  });

  test('whose function died waits for its lease, at most by the difference of the clocks longer', async () => {
    bench.stopTime();
    const store = openIdempotency(bench.environment);
    const request = { accountId: 'a', route: 'r', idempotencyKey: 'died', fingerprint: 'f' };
    const lease = 39;
    expect((await store.claim(request, lease)).kind).toBe('claimed');
    bench.advance(-OFF);
    expect((await store.claim(request, lease)).kind).toBe('running');
    bench.advance(OFF + lease * SECOND - 1);
    expect((await store.claim(request, lease)).kind).toBe('running');
    bench.advance(1);
    expect((await store.claim(request, lease)).kind).toBe('claimed');
  });

  test('that another server has taken over, its clock being ahead, keeps the answer of the one that took over', async () => {
    bench.stopTime();
    const store = openIdempotency(bench.environment);
    const request = { accountId: 'a', route: 'r', idempotencyKey: 'slow', fingerprint: 'f' };
    const slow = await store.claim(request, 39);
    bench.advance(OFF);
    const second = await store.claim(request, 39);
    if (slow.kind !== 'claimed' || second.kind !== 'claimed') throw new Error('not claimed');
    bench.advance(-OFF);
    await store.answer(second.claim, { by: 'second' });
    await store.answer(slow.claim, { by: 'slow' });
    expect(await store.claim(request, 39)).toEqual({ kind: 'answered', answer: { by: 'second' } });
  });
});

describe('with every clock off by another amount', () => {
  test('writers on one video make dense versions and lose nothing', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const id = await seedVideo(bench.environment);
    bench.skewClock(anywhere);
    const [writers, patches] = [8, rounds(50, 5)];
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; number < patches; number++) {
          const json = { variables: [{ id: `v-${writer}-${number}` }] };
          const { status } = await bench.api('PATCH', `/api/videos/${id}/metadata`, { json });
          expect(status).toBe(200);
        }
      }),
    );
    const { versions, currentVersion } = await versionsOf(bench.api, id);
    expect(currentVersion).toBe(1 + writers * patches);
    expect(versions).toHaveLength(currentVersion);
    const { body } = await bench.api<{ variables: unknown[] }>('GET', `/api/videos/${id}/metadata`);
    expect(body.variables).toHaveLength(writers * patches);
  });

  test('a detection job is swept while it runs, and ends once, as if undisturbed', {
    tags: 'long',
    timeout: TIMEOUT,
  }, async () => {
    const runJob = async (id: string, disturb: () => Promise<void>) => {
      const { messages } = await claimSegmentedJob(bench.environment, id, 3);
      for (let pending = messages; pending.length > 0; pending = await bench.take('detection')) {
        for (const body of pending) {
          await disturb();
          const { batchItemFailures } = await detect(delivery([body]));
          expect(batchItemFailures).toEqual([]);
        }
      }
      return outcome(bench.api, id);
    };
    const expected = await runJob(await processedVideo(), async () => {});
    const id = await processedVideo();
    bench.skewClock(anywhere);
    expect(await runJob(id, () => sweep())).toEqual(expected);
    // The messages that its sweeps have sent again are obsolete by then.
    bench.advance(2 * OFF);
    await sweep();
    for (const body of await bench.take('detection')) await detect(delivery([body]));
    expect(await outcome(bench.api, id)).toEqual(expected);
  });

  test('an upload is neither given up nor ingested twice', { timeout: TIMEOUT }, async () => {
    bench.skewClock(anywhere);
    const id = await upload(bench.api, clip);
    for (let round = 0; round < 5; round++) await sweep();
    const messages = await bench.take('ingest');
    for (const body of [...messages, ...messages]) {
      await ingest(delivery([body]));
      await sweep();
    }
    const { body } = await bench.api<VideoBody>('GET', `/api/videos/${id}`);
    expect(body.status).toBe('processed');
    expect((await versionsOf(bench.api, id)).currentVersion).toBe(1);
  });
});
