import { TABLES, type TableSpec } from '../../shared/contract/resources.ts';
import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { SWEEP_PARTITIONS } from '../../shared/stores/dynamodb/sweep.ts';
import type { KeyUse } from '../cost/key-use.ts';
import { JOBS, jobOf } from './job-writes.ts';
import { WorkerQueue } from './worker-queue.ts';
import { FOLLOWING, LOAD, ratesOf } from './workload.ts';

/** What the load of a key grows with. */
export type Growth = 'all' | 'an account' | 'one job' | 'one request';

/** The hottest key of a kind. Units are per second. */
export interface HotKey {
  readonly store: string;
  readonly key: string;
  readonly growth: Growth;
  /** On one job. */
  readonly workers?: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** No key may take more, of either: half of what DynamoDB writes of a partition, a sixth of what it reads. */
export const MOST_UNITS = 500;
/** DynamoDB's limits of a partition. */
export const PARTITION = { writeUnits: 1000, readUnits: 3000 } as const;

type Units = Pick<HotKey, 'readUnits' | 'writeUnits'>;
export type Measured = ReadonlyMap<string, readonly KeyUse[]>;

const SKETCH = '#workers';
const STATUS = getProcessingStatus.key;
/** What no request leads to, or all of a job together. */
const WITHOUT_REQUEST = /^(a segment of \d+|segment|sweep|relay)$/;

/** Partition keys of which each request has one of its own. */
const ONCE: readonly string[] = ['id', 'requestKey'];

const keyName = ({ table, index }: KeyUse): string => {
  const { partitionKey, indexes = {} }: TableSpec = TABLES[table];
  return (index === null ? partitionKey : (indexes[index]?.partitionKey ?? partitionKey)).name;
};

interface Kind {
  readonly store: string;
  readonly key: string;
  readonly growth: Growth;
}

function kindOf(use: KeyUse): Kind {
  const store = use.index === null ? use.table : `${use.table} ${use.index}`;
  if (use.key === SKETCH) return { store, key: SKETCH, growth: 'all' };
  if (use.index === 'by-sweep') return { store, key: `sweep, one of ${SWEEP_PARTITIONS}`, growth: 'all' };
  const name = keyName(use);
  // The item that names a video's owner, and the one that reserves a name.
  const key = /^(video|handle|identity)#/.exec(use.key)?.[0] ?? '';
  return { store, key: `${key}${name}`, growth: ONCE.includes(name) ? 'one request' : 'an account' };
}

const add = (into: Map<string, HotKey>, kind: Kind, readUnits: number, writeUnits: number): void => {
  const name = `${kind.store} ${kind.key}`;
  const { readUnits: read = 0, writeUnits: written = 0 } = into.get(name) ?? {};
  into.set(name, { ...kind, readUnits: read + readUnits, writeUnits: written + writeUnits });
};

/** The units of each kind of key that some work takes, of the key of which it takes most. */
function unitsByKind(uses: readonly KeyUse[]): Map<string, HotKey> {
  const byKey = new Map<string, HotKey>();
  for (const use of uses) {
    const kind = kindOf(use);
    add(byKey, { ...kind, key: `${kind.key} ${use.key}` }, use.readUnits, use.writeUnits);
  }
  const found = new Map<string, HotKey>();
  for (const use of uses) {
    const kind = kindOf(use);
    const units = byKey.get(`${kind.store} ${kind.key} ${use.key}`);
    if (units === undefined) continue;
    const most = found.get(`${kind.store} ${kind.key}`);
    found.set(`${kind.store} ${kind.key}`, {
      ...kind,
      readUnits: Math.max(units.readUnits, most?.readUnits ?? 0),
      writeUnits: Math.max(units.writeUnits, most?.writeUnits ?? 0),
    });
  }
  return found;
}

const times = (factor: number, { readUnits, writeUnits }: Units): Units => ({
  readUnits: factor * readUnits,
  writeUnits: factor * writeUnits,
});

/** The item of a job, of which workers do a segment each at a time. */
function jobKeys(measured: Measured, workers: number): HotKey[] {
  return JOBS.map(({ segments, step }) => {
    const uses = (measured.get(jobOf(segments)) ?? []).filter(({ index }) => index === null);
    const units = { readUnits: sum(uses, 'readUnits'), writeUnits: sum(uses, 'writeUnits') };
    const busy = Math.min(segments, workers);
    return {
      store: 'jobs',
      key: `one job of ${segments} segments, ${busy} workers`,
      growth: 'one job',
      workers: busy,
      ...times(busy / step, units),
    };
  });
}

const sum = (uses: readonly Units[], kind: keyof Units): number =>
  uses.reduce((total, use) => total + use[kind], 0);

/** The sketch of the workers as they report, and as it is read by all processes that answer for how far jobs are. */
let simulated: HotKey | null = null;

function sketchKey(): HotKey {
  simulated ??= simulatedSketch();
  return simulated;
}

function simulatedSketch(): HotKey {
  const queue = new WorkerQueue(1).work(LOAD.workers, LOAD.workers, SETTLED_SECONDS);
  const before = { reads: queue.reads, writes: queue.writes };
  queue.work(LOAD.workers, LOAD.workers, SETTLED_SECONDS);
  const asked = ratesOf([STATUS]).get(STATUS) ?? 0;
  return {
    store: 'jobs',
    key: '#workers',
    growth: 'all',
    writeUnits: (queue.writes - before.writes) / SETTLED_SECONDS,
    readUnits:
      (queue.reads - before.reads) / SETTLED_SECONDS +
      (asked * LOAD.requestSeconds * EVENTUAL_UNITS) / LOAD.sketchSeconds,
  };
}

const SETTLED_SECONDS = 100;
const EVENTUAL_UNITS = 0.5;

/**
 * The units a second of the hottest key of each kind: of one that all share, the sum over all work; of an account's, what the
 * request takes that takes most, with what follows from it, as often as the limit of the account's tier admits it.
 */
export function hotKeys(measured: Measured): HotKey[] {
  const rates = ratesOf([...measured.keys()]);
  const hottest = new Map<string, HotKey>();
  for (const [name, uses] of measured) {
    if (WITHOUT_REQUEST.test(name)) continue;
    const following = (FOLLOWING[name] ?? []).flatMap((next) => measured.get(next) ?? []);
    for (const [id, units] of unitsByKind([...uses, ...following])) {
      if (units.growth === 'all') continue;
      const most = hottest.get(id);
      const own = times(units.growth === 'an account' ? LOAD.busiest : 1, units);
      hottest.set(id, {
        ...units,
        readUnits: Math.max(own.readUnits, most?.readUnits ?? 0),
        writeUnits: Math.max(own.writeUnits, most?.writeUnits ?? 0),
      });
    }
  }
  for (const [name, uses] of measured) {
    for (const use of uses) {
      const kind = kindOf(use);
      const share = use.index === 'by-sweep' ? 1 / SWEEP_PARTITIONS : 1;
      const { readUnits, writeUnits } = times(share * (rates.get(name) ?? 0), use);
      if (kind.growth === 'all' && kind.key !== SKETCH) add(hottest, kind, readUnits, writeUnits);
    }
  }
  const jobs = [LOAD.workers, LOAD.default].flatMap((workers) => jobKeys(measured, workers));
  const named = new Map(
    [...hottest.values(), sketchKey(), ...jobs].map((key) => [`${key.store} ${key.key}`, key]),
  );
  return [...named.values()].sort((a, b) => load(b) - load(a));
}

/** The greater of the two. */
export const load = ({ readUnits, writeUnits }: Units): number => Math.max(readUnits, writeUnits);
