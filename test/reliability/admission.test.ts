import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { faultRandom, TIMEOUT } from '../support/faults/faults.ts';
import { type ApiAnswer, type ApiRequest, apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench } from '../support/service/workbench.ts';

/** Requests per window in the free tier. */
const LIMIT = 100;
const CALLERS = 64;
const REQUESTS = 1000;
const WINDOW = 60_000;

const random = faultRandom();
const below = (limit: number): number => Math.floor(random() * limit);

let accounts = 0;

const bench = await startWorkbench();

/** Requests to different endpoints, by the status of their success. */
const REQUESTS_OF_A_CALLER: readonly (readonly [number, string, string, ApiRequest?])[] = [
  [200, 'GET', '/api/v1/whoami'],
  [200, 'GET', '/api/videos'],
  [200, 'GET', '/api/v1/projects'],
  [400, 'GET', '/api/videos?page=0'],
  [404, 'GET', '/api/videos/unknown'],
  [404, 'GET', '/nowhere'],
  [400, 'POST', '/api/videos/upload', { json: {} }],
];

interface Outcome {
  admitted: boolean;
  answer: ApiAnswer<ErrorBody>;
}

/** Sends requests from many callers at once, with several keys of one account. */
async function storm(requests: number, callers: number): Promise<Outcome[]> {
  const account = `storm-${++accounts}`;
  const keys = await Promise.all(
    [1, 2, 3].map(async () => (await createKey(bench.environment, { account, tier: 'free' })).secret),
  );
  const outcomes: Outcome[] = [];
  let left = requests;
  const call = async (caller: number): Promise<void> => {
    const api = apiOf({ apiUrl: bench.apiUrl, apiKey: keys[caller % keys.length] ?? '' });
    while (left-- > 0) {
      const [success, method, target, request] = REQUESTS_OF_A_CALLER[below(REQUESTS_OF_A_CALLER.length)] ?? [
        200,
        'GET',
        '/api/videos',
      ];
      const answer = await api(method, target, request);
      if (answer.status !== 429) expect([target, answer.status]).toEqual([target, success]);
      outcomes.push({ admitted: answer.status !== 429, answer });
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return outcomes;
}

const figure = ({ answer }: Outcome, name: string): number => Number(answer.headers.get(name) ?? Number.NaN);

describe('a limit of 100 requests a window', () => {
  test(
    'admits exactly 100 of 1,000 requests from 64 callers, with the right figures on every answer',
    async () => {
      bench.stopTime();
      const now = bench.environment.runtime.now();
      const resetAt = (Math.floor(now / WINDOW) + 1) * (WINDOW / 1000);
      const outcomes = await storm(REQUESTS, CALLERS);
      expect(outcomes).toHaveLength(REQUESTS);

      const admitted = outcomes.filter((outcome) => outcome.admitted);
      const remaining = admitted.map((outcome) => figure(outcome, 'x-ratelimit-remaining'));
      // Each figure appears once.
      expect(remaining.toSorted((a, b) => b - a)).toEqual(
        Array.from({ length: LIMIT }, (_, i) => LIMIT - 1 - i),
      );

      for (const outcome of outcomes) {
        expect(figure(outcome, 'x-ratelimit-limit')).toBe(LIMIT);
        expect(figure(outcome, 'x-ratelimit-reset')).toBe(resetAt);
        expect(outcome.answer.headers.has('retry-after')).toBe(!outcome.admitted);
        if (outcome.admitted) continue;
        expect(figure(outcome, 'x-ratelimit-remaining')).toBe(0);
        expect(figure(outcome, 'retry-after')).toBe(resetAt - Math.floor(now / 1000));
        expect(outcome.answer.body.error).toMatchObject({
          code: 'RATE_LIMITED',
          details: { limit: LIMIT, resetAt },
        });
      }
    },
    TIMEOUT,
  );

  test('recounts from the first millisecond of the next window, and not before', async () => {
    bench.stopTime();
    const { runtime } = bench.environment;
    bench.advance(WINDOW - (runtime.now() % WINDOW) - 1);
    const { secret } = await createKey(bench.environment, { account: 'edge', tier: 'free' });
    const api = apiOf({ apiUrl: bench.apiUrl, apiKey: secret });
    const ask = () => api('GET', '/api/v1/whoami');
    for (let i = 0; i < LIMIT; i++) expect((await ask()).status).toBe(200);
    const last = await ask();
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
    bench.advance(1);
    const first = await ask();
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '99']);
  });
});
