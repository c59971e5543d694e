import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runsUntil } from '../../../bench/sweep/simulate.ts';
import { type SimulatedVideos, simulatedKey } from '../../../bench/sweep/simulated-blobs.ts';
import { BEGINNING, type Simulation, simulateStores } from '../../../bench/sweep/simulated-stores.ts';
import { VirtualTime } from '../../../bench/sweep/virtual-time.ts';
import { SWEEPER_SECONDS } from '../../../shared/contract/sweeper.ts';
import { sweep } from '../../../shared/service/sweep/sweep.ts';
import { sweepBlobs } from '../../../shared/service/sweep/sweep-blobs.ts';
import { timeFrom } from '../../../shared/service/sweep/sweep-each.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const forever = { isOver: () => false };

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  vi.stubEnv('VMS_LOG_LEVEL', 'INFO');
  const write = (line: unknown) => lines.push(JSON.parse(String(line)) as Record<string, unknown>) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function simulated(simulation: Partial<Simulation>) {
  const time = new VirtualTime();
  return { time, ...simulateStores(time, simulation) };
}

describe('a run', () => {
  test('with more deletions to clean up after than there is time for does everything else, and ends in time', async () => {
    const { time, stores, dueTombstones, dueMessages, walks } = simulated({
      deletions: 15_000,
      outbox: { items: 100, isBroken: false },
    });
    await time.run(() => sweep(stores));
    expect(dueMessages.size).toBe(0);
    expect(walks).toHaveLength(1);
    expect(dueTombstones.size).toBeGreaterThan(0);
    expect(dueTombstones.size).toBeLessThan(5000);
    expect(time.now).toBeGreaterThan(SWEEPER_SECONDS.work * 1000);
    expect(time.now).toBeLessThan(SWEEPER_SECONDS.work * 1000 + 1000);
    const left = { videoId: `deleted-${15_000 - dueTombstones.size}`, version: 2, sweepAt: BEGINNING };
    expect(lines).toMatchObject([
      { message: 'duty not finished', duty: 'tombstones', done: 15_000 - dueTombstones.size, next: left },
    ]);
  });

  test('after which something is left is followed by one that goes on with it', async () => {
    const { time, stores, dueTombstones } = simulated({ deletions: 14_000 });
    const { runs } = await runsUntil(time, stores, () => dueTombstones.size === 0);
    expect(runs).toBe(2);
  });

  test('in which thousands of items always fail does everything else, says so, and is counted as failed', async () => {
    const { time, stores, dueTombstones } = simulated({
      deletions: 100,
      outbox: { items: 5000, isBroken: true },
    });
    await expect(time.run(() => sweep(stores))).rejects.toThrow('Not everything could be swept');
    expect(dueTombstones.size).toBe(0);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(10);
    for (const line of lines)
      expect(line).toMatchObject({ message: 'duty failed', duty: 'outbox', failed: 5000 });
  });
});

describe('the walk over blobs', () => {
  /** 3,500 blobs in four batches, one of each video lost; all as old as they must be. */
  const videos: SimulatedVideos = {
    videos: 700,
    blobsPerVideo: 5,
    modifiedAt: () => BEGINNING - DAY,
    isLost: (_, blob) => blob === 2,
  };
  const lost = Array.from({ length: videos.videos }, (_, video) => simulatedKey(video, 2));

  /** After runs that have followed each other long enough, at the beginning of a walk. */
  function begun(changes: Partial<SimulatedVideos> = {}, since = 0) {
    const simulation = simulated({ videos: { ...videos, ...changes } });
    const { now, walks } = simulation;
    const times = {
      at: now(),
      steadySince: now() - DAY,
      began: now(),
      thoroughAt: now(),
      since,
      failedRuns: 0,
    };
    walks.push({ walk: { ...times, after: '' }, writeId: 'begun' });
    return simulation;
  }

  test('takes away what no version refers to, and nothing else', async () => {
    const { time, stores, blobs, walks } = begun();
    expect(await time.run(() => sweepBlobs(stores, forever))).toEqual({ done: 700, failed: 0, failures: [] });
    expect([...blobs.removed].sort()).toEqual(lost);
    expect(walks.at(-1)?.walk.after).toBeNull();
  });

  test('leaves what is younger than a day', async () => {
    const { time, stores, blobs } = begun({
      modifiedAt: (video) => BEGINNING - DAY + (video === 3 ? MINUTE : 0),
    });
    await time.run(() => sweepBlobs(stores, forever));
    expect(blobs.removed.size).toBe(699);
    expect(blobs.removed.has(simulatedKey(3, 2))).toBe(false);
  });

  test('looks only at videos of which something was modified since the last walk', async () => {
    const since = BEGINNING - 2 * DAY;
    const { time, stores, blobs } = begun(
      { modifiedAt: (video, blob) => (video % 7 === 0 && blob === 4 ? since : since - 1) },
      since,
    );
    await time.run(() => sweepBlobs(stores, forever));
    expect(blobs.lookUps()).toBe(100);
    expect(blobs.removed.size).toBe(100);
  });

  test('stops in time, says where, and the next run goes on from there', async () => {
    const { time, stores, blobs } = begun();
    const first = await time.run(() => sweepBlobs(stores, timeFrom(stores.environment.runtime, 1500)));
    expect(first.next).toEqual({ after: expect.stringMatching(/^documents\//) });
    const { size } = blobs.removed;
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(700);
    const last = await time.run(() => sweepBlobs(stores, forever));
    expect(last.next).toBeUndefined();
    expect([...blobs.removed].sort()).toEqual(lost);
    expect(blobs.lookUps()).toBeLessThanOrEqual(700 + 200);
  });

  test('that dies before it has written where it is does that batch again, and leaves none out', async () => {
    for (const deadly of [2, 3, 4, 5, 6]) {
      const { time, stores, blobs } = begun();
      const { write } = stores.blobWalks;
      let writes = 0;
      const dying: typeof write = async (...given) => {
        if (++writes === deadly) throw new Error('it dies');
        return write(...given);
      };
      const run = time.run(() =>
        sweepBlobs({ ...stores, blobWalks: { ...stores.blobWalks, write: dying } }, forever),
      );
      if (deadly <= 5) await expect(run).rejects.toThrow('it dies');
      await run.catch(() => {});
      await time.run(() => sweepBlobs(stores, forever));
      expect([...blobs.removed].sort()).toEqual(lost);
    }
  });

  test('is made by one of two runs at the same time, without harm by the other', async () => {
    const { time, stores, blobs, walks } = begun();
    await time.run(() => Promise.all([sweepBlobs(stores, forever), sweepBlobs(stores, forever)]));
    expect([...blobs.removed].sort()).toEqual(lost);
    expect(blobs.lookUps()).toBeLessThanOrEqual(700 + 200);
    expect(walks.at(-1)?.walk.after).toBeNull();
  });

  test('does again what failed in a run, and goes on where the same fails in three', async () => {
    for (const failingRuns of [1, 3]) {
      const { time, stores, blobs, walks } = begun();
      const broken = simulatedKey(5, 2).split('/')[1];
      const versions: typeof stores.versions = {
        ...stores.versions,
        async *writes(videoId) {
          if (videoId === broken) throw new Error('it cannot be read');
          yield* stores.versions.writes(videoId);
        },
      };
      for (let run = 1; run <= failingRuns; run++) {
        const swept = await time.run(() => sweepBlobs({ ...stores, versions }, forever));
        expect(swept).toMatchObject({ failed: 1, failures: [new Error('it cannot be read')] });
        expect(swept.next).toEqual(run < 3 ? { after: '' } : undefined);
      }
      await time.run(() => sweepBlobs(stores, forever));
      expect(blobs.removed.size).toBe(failingRuns === 1 ? 700 : 699);
      expect(walks.at(-1)?.walk.after).toBeNull();
    }
  });
});
