/** What happens is an event, once and in its order, whatever happens to what records it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { RECORD_STORES, recordChange, type TableChange } from '../../shared/service/events/record-change.ts';
import { openEventReader } from '../../shared/stores/events/event-log.ts';
import { openWebhookCreation } from '../../shared/stores/webhooks/webhooks.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { createKey } from '../support/service/create-key.ts';
import { type Fate, type MortalCallers, mortalCallers } from '../support/service/mortal-callers.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';

const RUNS = rounds(1000, 60);
const seed = Math.floor(faultRandom()() * 2 ** 31);

let bench: Workbench;
let callers: MortalCallers;
let accounts = 0;

beforeAll(async () => {
  bench = await startWorkbench();
  callers = mortalCallers();
});

const stores = () => openAll(RECORD_STORES, bench.environment);

/** An account whose versions are announced; some of it is announced to webhooks, too. */
async function newAccount(webhooks = 0) {
  const { key } = await createKey(bench.environment, { account: `events-${++accounts}` });
  const { accountId } = key;
  const creation = openWebhookCreation(bench.environment);
  for (let i = 0; i < webhooks; i++) {
    await creation.create({
      accountId,
      webhookId: `wh_${accounts}_${i}`,
      url: 'https://example.org/',
      description: null,
      types: null,
      videoId: null,
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      createdAt: new Date().toISOString(),
      createdBy: { kind: 'key', id: key.keyId },
      secret: `whsec_${'A'.repeat(43)}=`,
      formerSecret: null,
    });
  }
  const change = (videoId: string, version: number): TableChange => ({
    table: 'versions',
    changeId: `${accountId}/${videoId}/${version}`,
    changedAt: Date.now(),
    before: null,
    after: { videoId, version, accountId, createdAt: new Date().toISOString(), description: 'Changed' },
  });
  const read = () => openEventReader(bench.environment).after(accountId, 0, 1000);
  return { accountId, change, read };
}

/** As the stream of a table announces changes: one after the other, and from one on that fails all of them again. */
async function announce(changes: readonly TableChange[], from: number): Promise<number> {
  let done = from;
  for (const change of changes.slice(from)) {
    await recordChange(stores(), change);
    done++;
  }
  return done;
}

const fate: fc.Arbitrary<Fate> = fc.record({
  dies: fc.option(fc.record({ at: fc.integer({ min: 1, max: 14 }), after: fc.boolean() }), {
    nil: undefined,
  }),
  loses: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
});

describe('events of several tables that are recorded at the same time', () => {
  test('stand once each, numbered without a gap, in the order of their table, whoever dies and however often', {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fate, { maxLength: 3 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (scheduler, tables) => {
          const { change, read } = await newAccount();
          const shards = tables.map(([count, fates], table) => ({
            changes: Array.from({ length: count }, (_, i) => change(`video-${table}`, i + 1)),
            fates,
          }));
          // Each process of a shard begins where the last one was known to be, or before.
          const working = shards.map(async ({ changes, fates }) => {
            for (const each of [...fates, {}]) await callers.run(scheduler, each, () => announce(changes, 0));
          });
          await scheduler.waitFor(Promise.all(working));

          const events = await read();
          const expected = shards.reduce((sum, { changes }) => sum + changes.length, 0);
          expect(events.map(({ sequence }) => sequence)).toEqual(
            Array.from({ length: expected }, (_, i) => i + 1),
          );
          for (const [table, { changes }] of shards.entries()) {
            const own = events.filter(({ data }) => data.videoId === `video-${table}`);
            expect(own.map(({ data }) => data.version)).toEqual(changes.map((_, i) => i + 1));
          }
        },
      ),
      { numRuns: RUNS, seed },
    );
  });

  test('stand once each where the same change is recorded by two at the same time', {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fate, { minLength: 2, maxLength: 4 }),
        async (scheduler, fates) => {
          const { change, read } = await newAccount();
          const changes = [change('video', 1), change('video', 2)];
          await scheduler.waitFor(
            Promise.all(
              [...fates, {}].map((each) => callers.run(scheduler, each, () => announce(changes, 0))),
            ),
          );
          expect((await read()).map(({ sequence, data }) => [sequence, data.version])).toEqual([
            [1, 1],
            [2, 2],
          ]);
        },
      ),
      { numRuns: RUNS, seed },
    );
  });
});

test('an event that is recorded is sent to each webhook once or more often, whenever its recorder dies', {
  timeout: TIMEOUT,
}, async () => {
  const scheduler = fc.sample(fc.scheduler(), { numRuns: 1, seed })[0];
  if (scheduler === undefined) throw new Error('There is no scheduler');
  for (let at = 1; at <= 8; at++) {
    for (const after of [false, true]) {
      const { accountId, change, read } = await newAccount(2);
      const changes = [change('video', 1), change('video', 2)];
      const run = (each: Fate) => scheduler.waitFor(callers.run(scheduler, each, () => announce(changes, 0)));
      await run({ dies: { at, after } });
      await run({});
      const sent = (await bench.take('webhooks'))
        .map((body) => JSON.parse(body) as { accountId: string; webhookId: string; sequence: number })
        .filter((message) => message.accountId === accountId);
      const pairs = new Set(sent.map(({ webhookId, sequence }) => `${webhookId} ${sequence}`));
      expect([at, after, (await read()).length, pairs.size]).toEqual([at, after, 2, 4]);
    }
  }
});
