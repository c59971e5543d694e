import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { waitUntilProcessed } from '../../client/wait-until-processed.ts';
import { watchJob } from '../../client/watch-job.ts';

/** A service that gives these answers in turn, the last one for ever; waits are noted instead of made. */
function against(...answers: object[]) {
  const waits: number[] = [];
  let asked = 0;
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async () => Response.json(answers[Math.min(asked++, answers.length - 1)]),
  });
  const options = {
    wait: async (milliseconds: number) => {
      waits.push(milliseconds);
    },
  };
  return { client, options, waits, asked: () => asked };
}

test('the states of a job come until it is over, whichever way', async () => {
  for (const end of ['completed', 'failed', 'cancelled']) {
    const { client, options } = against(
      { status: 'queued' },
      { status: 'of a later release' },
      { status: end },
    );
    const states: string[] = [];
    for await (const { status } of watchJob(client, 'v', options)) states.push(status);
    expect(states).toEqual(['queued', 'of a later release', end]);
  }
});

test('a job is asked for no more once nobody wants its states', async () => {
  const { client, options, asked, waits } = against({ status: 'processing' });
  for await (const _ of watchJob(client, 'v', options)) if (asked() === 3) break;
  expect([asked(), waits.length]).toEqual([3, 2]);
});

test('waits grow, to two seconds at most', async () => {
  const { client, options, asked, waits } = against({ status: 'processing' });
  for await (const _ of watchJob(client, 'v', options)) if (asked() === 40) break;
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([150, 2000]);
});

test('an aborted wait for the next state ends with the reason', async () => {
  const { client } = against({ status: 'processing' });
  const controller = new AbortController();
  const watching = async () => {
    for await (const _ of watchJob(client, 'v', { signal: controller.signal })) controller.abort('enough');
  };
  await expect(watching()).rejects.toBe('enough');
});

test('a video is waited for until it is processed', async () => {
  const { client, options } = against(
    { status: 'uploading' },
    { status: 'processing' },
    { status: 'processed' },
  );
  expect(await waitUntilProcessed(client, 'v', options)).toEqual({ status: 'processed' });
});

test('a video that cannot be used says why', async () => {
  const failure = { code: 'CORRUPT_DATA', message: 'half of it is missing' };
  const { client, options } = against({ status: 'processing' }, { status: 'failed', failure });
  await expect(waitUntilProcessed(client, 'v', options)).rejects.toMatchObject({
    name: 'VideoFailure',
    code: 'CORRUPT_DATA',
    message: 'The video cannot be used: half of it is missing',
  });
});
