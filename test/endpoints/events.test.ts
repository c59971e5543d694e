import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordChanges } from '../../shared/contract/events.ts';
import type { ServiceEvent } from '../../shared/contract/schemas/event.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { tableName } from '../../shared/stores/dynamodb/client.ts';
import { deleteItem } from '../../shared/stores/dynamodb/write.ts';
import { createKey } from '../support/service/create-key.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

interface Page {
  events: ServiceEvent[];
  next: number;
  hasMore: boolean;
  newest: number;
  missed: number;
}

const bench = await startWorkbench();
const newId = () => uuidv7(systemRuntime);
const AT = '2026-11-28T10:00:00.000Z';

let changes = 0;

/** As a table's stream announces a change. */
function record(keys: readonly string[], after: object | null, before: object | null = null): DynamoDBRecord {
  changes++;
  const image = { ...before, ...after } as Record<string, unknown>;
  const marshalled = (item: object) => marshall(item, { removeUndefinedValues: true }) as never;
  return {
    eventID: `change-${changes}`,
    eventName: before === null ? 'INSERT' : after === null ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(changes),
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: marshalled(Object.fromEntries(keys.map((name) => [name, image[name]]))),
      ...(after !== null && { NewImage: marshalled(after) }),
      ...(before !== null && { OldImage: marshalled(before) }),
    },
  };
}

const announce = async (Records: DynamoDBRecord[]): Promise<DynamoDBBatchResponse> => {
  const handler = await bench.functions.load(recordChanges.key);
  return handler({ Records }, {}) as Promise<DynamoDBBatchResponse>;
};

/** A caller of an account of their own, with what happens to it. */
async function newCaller(projectIds: string[] | null = null, account = newId()) {
  const { secret, key } = await createKey(bench.environment, {
    account,
    projectIds,
    scopes: ['project:read'],
  });
  const { accountId } = key;
  const list = async (query = '') =>
    (await bench.api<Page>('GET', `/api/v1/events${query}`, { key: secret })).body;
  const version = (videoId: string, number: number) =>
    record(['videoId', 'version'], {
      videoId,
      version: number,
      accountId,
      createdAt: AT,
      description: 'Changed',
    });
  const created = (videoId: string) =>
    record(['accountId', 'videoId'], {
      accountId,
      videoId,
      name: 'Clip',
      status: 'uploading',
      createdAt: AT,
      updatedAt: AT,
    });
  const keyMade = () =>
    record(['keyHash'], {
      keyHash: newId(),
      keyId: 'k',
      accountId,
      name: 'Key',
      createdAt: AT,
      revokedAt: null,
    });
  return { secret, accountId, list, version, created, keyMade, account };
}

describe('the events of an account', () => {
  test('are listed from the oldest on, page by page, each once', async () => {
    const { list, version } = await newCaller();
    await announce(Array.from({ length: 5 }, (_, i) => version('v', i + 1)));
    const first = await list('?limit=2');
    expect(first).toMatchObject({ next: 2, hasMore: true, newest: 5, missed: 0 });
    const second = await list(`?limit=2&after=${first.next}`);
    const third = await list(`?limit=2&after=${second.next}`);
    expect(third).toMatchObject({ next: 5, hasMore: false });
    const seen = [first, second, third].flatMap(({ events }) => events);
    expect(seen.map(({ sequence, data }) => [sequence, data.version])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [n, n]),
    );
    expect(await list('?after=5')).toEqual({ events: [], next: 5, hasMore: false, newest: 5, missed: 0 });
    expect(await list('?after=9')).toEqual({ events: [], next: 9, hasMore: false, newest: 5, missed: 0 });
  });

  test('are those that happened, however often a change is announced', async () => {
    const { list, version, created } = await newCaller();
    const records = [created('v'), version('v', 1), version('v', 2)];
    await announce(records);
    await announce(records);
    await announce(records.slice(1));
    expect((await list()).events.map(({ type }) => type)).toEqual([
      'video.created',
      'version.created',
      'version.created',
    ]);
  });

  test('are none of another account', async () => {
    const [one, other] = [await newCaller(), await newCaller()];
    await announce([one.version('v', 1)]);
    expect((await other.list()).events).toEqual([]);
  });

  test('are filtered by type and video, and what a filter leaves out is passed', async () => {
    const { list, version, created } = await newCaller();
    await announce([created('v'), version('v', 1), created('w'), version('w', 1), version('v', 2)]);
    const versions = await list('?types=version.created&videoId=v');
    expect(versions.events.map(({ sequence }) => sequence)).toEqual([2, 5]);
    const none = await list('?types=job.failed');
    expect(none).toMatchObject({ events: [], next: 5, hasMore: false });
    expect((await list('?types=version.created,video.created&limit=3')).events).toHaveLength(3);
  });

  test('that have expired are counted as missed', async () => {
    const { accountId, list, version } = await newCaller();
    await announce([1, 2, 3, 4].map((n) => version('v', n)));
    const remove = (sequence: number) =>
      deleteItem(tableName(bench.environment, 'events'), { accountId, sequence });
    for (const sequence of [1, 2]) await remove(sequence);
    expect(await list('?after=1')).toMatchObject({ events: [{ sequence: 3 }, { sequence: 4 }], missed: 1 });
    for (const sequence of [3, 4]) await remove(sequence);
    expect(await list('?after=1')).toEqual({ events: [], next: 4, hasMore: false, newest: 4, missed: 3 });
  });

  test('are waited for, and come as soon as they are there', async () => {
    const { list, version } = await newCaller();
    let looks = 0;
    bench.whileSleeping(async () => {
      looks++;
      if (looks === 3) await announce([version('v', 1)]);
    });
    const { events } = await list('?wait=20');
    expect([looks, events.map(({ type }) => type)]).toEqual([3, ['version.created']]);
  });

  test('are waited for no longer than was asked', async () => {
    const { list } = await newCaller();
    let slept = 0;
    bench.whileSleeping(async () => {
      slept++;
    });
    expect(await list('?wait=3')).toMatchObject({ events: [], next: 0 });
    expect(slept).toBeGreaterThanOrEqual(3);
    expect(slept).toBeLessThan(8);
  });

  test('of a key for some videos are those of these alone', async () => {
    const owner = await newCaller();
    const restricted = await newCaller(['v'], owner.account);
    await announce([owner.version('v', 1), owner.version('w', 1), owner.keyMade(), owner.version('v', 2)]);
    expect((await restricted.list()).events.map(({ sequence }) => sequence)).toEqual([1, 4]);
    expect((await owner.list()).events).toHaveLength(4);
  });

  test('name the owner of a video whose version an earlier release has written', async () => {
    const { account, list } = await newCaller();
    const id = await seedVideo(bench.environment, { account });
    const { accountId: _, ...earlier } = {
      accountId: '',
      videoId: id,
      version: 7,
      createdAt: AT,
      description: 'Changed',
    };
    await announce([record(['videoId', 'version'], earlier)]);
    expect((await list()).events).toMatchObject([{ data: { videoId: id, version: 7 } }]);
  });
});

test('what is no event of anybody is passed over', async () => {
  const answer = await announce([
    record(['videoId', 'version'], { videoId: 'gone', version: 7, createdAt: AT, description: 'Changed' }),
    record(['videoId', 'version'], null, { videoId: 'v', version: 7 }),
    record(['accountId', 'kind'], { accountId: 'a', kind: 'videos' }),
    record(['videoId', 'version'], {
      videoId: 'v',
      version: 1,
      accountId: 'nobody',
      createdAt: AT,
      description: '',
    }),
  ]);
  expect(answer).toEqual({ batchItemFailures: [] });
});

describe('a request for events', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>;
  beforeAll(async () => {
    caller = await newCaller();
  });

  test.each([
    'after=-1',
    'after=x',
    'limit=0',
    'limit=101',
    'wait=21',
    'types=video.exploded',
    'types=',
    'colour=red',
  ])('with %s is refused', async (query) => {
    const { status } = await bench.api('GET', `/api/v1/events?${query}`, { key: caller.secret });
    expect(status).toBe(400);
  });
});
