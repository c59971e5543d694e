import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { newVideo } from '../../../shared/domain/video.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { isoNow, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import {
  CREATED_WITHIN_MS,
  openStorageQuota,
  openStorageUsage,
  openVideoCount,
  type StorageCounts,
} from '../../../shared/stores/quotas/storage-quota.ts';
import { openUsageCounts } from '../../../shared/stores/quotas/usage.ts';
import { openNewVideos } from '../../../shared/stores/videos/new-videos.ts';
import { openVideoLists } from '../../../shared/stores/videos/video-lists.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { faultRandom, rounds, TIMEOUT } from '../../support/faults/faults.ts';
import { type Fate, type MortalCallers, mortalCallers } from '../../support/service/mortal-callers.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const RUNS = rounds(2000, 60);
const seed = Math.floor(faultRandom()() * 2 ** 31);

let callers: MortalCallers;
let environment: Environment;
let clockOffset = 0;
/** Milliseconds by which the clock advances each time it is read. */
let clockStep = 0;

beforeAll(async () => {
  const { variables } = (await startWorkbench()).environment;
  const now = (): number => {
    clockOffset += clockStep;
    return Date.now() + clockOffset;
  };
  environment = { variables, runtime: { ...systemRuntime, now } };
  callers = mortalCallers();
});

afterEach(() => {
  clockStep = 0;
});

/** An account with so many videos. */
async function accountWith(size: number) {
  const { runtime } = environment;
  const accountId = uuidv7(runtime);
  const count = openVideoCount(environment);
  const usage = openStorageUsage(environment);
  const lists = openVideoLists(environment);
  const videos = openVideos(environment);
  const newVideos = openNewVideos(environment);
  const removals = new Set<string>();

  const there = async (): Promise<string[]> => {
    const found = [];
    for await (const { videoId } of lists.sizes(accountId)) found.push(videoId);
    return found;
  };
  const create = async (): Promise<void> => {
    const known = { accountId, name: 'Clip', fileSize: 1000, autoProcess: false };
    const video = newVideo({ ...known, videoId: uuidv7(runtime), createdAt: isoNow(runtime) });
    expect(await newVideos.create(video)).toBeNull();
  };
  const remove = (id: string): Promise<void> => {
    removals.add(id);
    return usage.deletion(accountId, id, () => videos.delete(accountId, id));
  };

  for (let n = 0; n < size; n++) await create();
  return {
    accountId,
    there,
    create,
    remove,
    /** Deletions that were begun, as often as not ended. */
    removals,
    recount: () => usage.recount(accountId),
    total: () => count.total(accountId),
    counts: () => openUsageCounts<StorageCounts>(environment, 'storage').read(accountId),
  };
}

type Account = Awaited<ReturnType<typeof accountWith>>;

interface Work {
  kind: 'create' | 'remove the oldest' | 'remove the newest' | 'recount';
  fate: Fate;
}

async function perform(account: Account, kind: Work['kind']): Promise<unknown> {
  if (kind === 'create') return account.create();
  if (kind === 'recount') return account.recount();
  const id = (await account.there()).at(kind === 'remove the oldest' ? 0 : -1);
  return id === undefined ? null : account.remove(id);
}

/** Does all the work on an account of three videos at the same time; the account as it is afterwards. */
async function performAll(scheduler: fc.Scheduler, works: readonly Work[]): Promise<Account> {
  const account = await accountWith(3);
  const working = works.map(({ kind, fate }) => callers.run(scheduler, fate, () => perform(account, kind)));
  await scheduler.waitFor(Promise.all(working));
  return account;
}

/** So many pieces of work at most, with such fates. */
const works = (maxLength: number, fate: fc.Arbitrary<Fate>, more: Work['kind'][] = []) =>
  fc.array(
    fc.record({ kind: fc.constantFrom('create', 'remove the oldest', 'remove the newest', ...more), fate }),
    { minLength: 1, maxLength },
  ) as fc.Arbitrary<Work[]>;

const call = fc.integer({ min: 1, max: 8 });

async function expectExact(account: Account): Promise<void> {
  expect(await account.total()).toBe((await account.there()).length);
}

const check = (
  share: number,
  all: fc.Arbitrary<Work[]>,
  property: (account: Account) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), all, async (scheduler, list) =>
      property(await performAll(scheduler, list)),
    ),
    { numRuns: Math.ceil(RUNS * share), seed },
  );

describe('the number of videos is exact', () => {
  test('at whichever calls those who create and delete at the same time die', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const dies = fc.option(fc.record({ at: call, after: fc.boolean() }), { nil: undefined });
    await check(1, works(5, fc.record({ dies })), async (account) => {
      await expectExact(account);
      // The sweeper goes on with the deletions; who adds the next video tidies up after those before.
      for (const id of account.removals) await account.remove(id);
      await expectExact(account);
      clockOffset += 2 * CREATED_WITHIN_MS;
      await account.create();
      const { length: videos } = await account.there();
      expect(await account.counts()).toMatchObject({ pending: {}, videos });
    });
  });

  test('whichever replies are lost', { tags: 'sampled', timeout: TIMEOUT }, async () => {
    await check(0.3, works(3, fc.record({ loses: call })), async (account) => {
      await expectExact(account);
      expect((await account.counts())?.pending).toEqual({});
    });
  });

  test('when it is recounted meanwhile, and creations that are under way seem to be interrupted', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    clockStep = 2 * CREATED_WITHIN_MS;
    await check(1, works(5, fc.constant({}), ['recount']), expectExact);
  });
});

test('an account whose videos were never counted has as many as there are', async () => {
  const account = await accountWith(0);
  expect([await account.total(), await account.counts()]).toEqual([0, null]);
});

test('an account that has more bytes than its quota may add what has none, and nothing else', async () => {
  const quotas = JSON.stringify({ free: { bytes: 999 } });
  const variables = { ...environment.variables, [SETTINGS.quotas]: quotas };
  const quota = openStorageQuota({ ...environment, variables });
  const account = await accountWith(1);
  const { accountId } = account;
  const known = { accountId, name: 'Clip', autoProcess: false, createdAt: isoNow(environment.runtime) };
  const add = (fileSize: number) =>
    quota.admitVideo(newVideo({ ...known, videoId: uuidv7(environment.runtime), fileSize }));

  const excess = { quota: 'bytes', max: 999, current: 1000 };
  expect([await add(1), await quota.admitBytes(accountId, 1)]).toEqual([excess, excess]);
  expect([await add(0), await quota.admitBytes(accountId, 0)]).toEqual([null, null]);
  expect(await account.counts()).toMatchObject({ videos: 2, bytes: 1000 });
});

test('only the quota of the tier counts, even where the free tier has a larger one', async () => {
  const quotas = JSON.stringify({ free: { bytes: 1e9 }, pro: { bytes: 999 } });
  const variables = { ...environment.variables, [SETTINGS.quotas]: quotas };
  const accounts = openAccounts(environment);
  const account = await accounts.byHandle(uuidv7(environment.runtime));
  await accounts.setTier(account, 'pro');
  const { accountId } = account;
  await openStorageUsage(environment).recount(accountId);
  const quota = openStorageQuota({ ...environment, variables });
  expect(await quota.admitBytes(accountId, 1000)).toEqual({ quota: 'bytes', max: 999, current: 0 });
  expect(await quota.admitBytes(accountId, 999)).toBeNull();
});
