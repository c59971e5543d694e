import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { watchEvents } from '../../client/watch-events.ts';

const event = (sequence: number) => ({ id: `evt_${sequence}`, sequence, type: 'video.processed' });
const page = (sequences: number[], next: number, newest = next) => ({
  events: sequences.map(event),
  next,
  newest,
  hasMore: false,
  missed: 0,
});

/** A service that gives these answers in turn; what it was asked is noted. */
function against(...answers: object[]) {
  const asked: string[] = [];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async (url) => {
      asked.push(new URL(String(url)).search);
      return Response.json(answers[Math.min(asked.length, answers.length) - 1]);
    },
  });
  return { client, asked };
}

test('events come each once and in their order, over empty pages, from where the reader stands', async () => {
  const { client, asked } = against(page([4, 5], 5), page([], 7), page([8], 8));
  const seen: number[] = [];
  for await (const { sequence } of watchEvents(client, {
    after: 3,
    types: ['video.processed'],
    videoId: 'v',
  })) {
    seen.push(sequence);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual([4, 5, 8]);
  const query = (after: number) => `?types=video.processed&videoId=v&after=${after}&wait=20`;
  expect(asked).toEqual([query(3), query(5), query(7)]);
});

test('without a place only what happens from now on is watched', async () => {
  const { client, asked } = against(page([1], 1, 41), page([42], 42));
  for await (const { sequence } of watchEvents(client)) {
    expect(sequence).toBe(42);
    break;
  }
  expect(asked).toEqual(['?limit=1', '?after=41&wait=20']);
});

test('a service that is away is waited for once it was there, and not before', async () => {
  let requests = 0;
  const pauses: number[] = [];
  const gone = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    wait: async () => {},
    async fetch() {
      requests += 1;
      // Three attempts a call: the second to the fourth call find nobody.
      if (requests > 1 && requests <= 10) throw gone;
      return Response.json(page([requests], requests));
    },
  });
  const wait = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  const seen: number[] = [];
  for await (const { sequence } of watchEvents(client, { after: 0, wait })) {
    seen.push(sequence);
    if (seen.length === 2) break;
  }
  expect([seen, pauses]).toEqual([
    [1, 11],
    [5000, 5000, 5000],
  ]);
  requests = 1;
  await expect(watchEvents(client, { after: 0, wait }).next()).rejects.toThrow('cannot be reached');
  await expect(watchEvents(client, { wait }).next()).rejects.toThrow('cannot be reached');
});

test('a watch that is aborted ends with the reason', async () => {
  const { client } = against(page([1], 1));
  const controller = new AbortController();
  const watching = async () => {
    for await (const _ of watchEvents(client, { after: 0, signal: controller.signal }))
      controller.abort('enough');
  };
  await expect(watching()).rejects.toBe('enough');
});
