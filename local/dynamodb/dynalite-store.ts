import { Stream } from 'node:stream';
import type { Entries, KeyRange } from './entries.ts';
import { dynamoDbError } from './errors.ts';
import { changeOf, type DescribedTable } from './table-changes.ts';

type Item = Readonly<Record<string, unknown>>;
type Callback<T = void> = (error: Error | null, value?: T) => void;

/** DynamoDB's limit. */
const MAX_ITEM_BYTES = 400 * 1024;
/** Sorts after all keys that dynalite makes. */
const LAST = '\u00ff';

function answering<T>(callback: Callback<T> | undefined, work: () => T): void {
  let value: T;
  try {
    value = work();
  } catch (error) {
    callback?.(error as Error);
    return;
  }
  callback?.(null, value);
}

/** What dynalite's operations need of a stream: they read it as it comes, and destroy it when they have enough. */
class Values<T> extends Stream {
  #isWanted = true;

  constructor(values: Iterable<T>) {
    super();
    queueMicrotask(() => this.#send(values));
  }

  destroy(): void {
    this.#isWanted = false;
  }

  #send(values: Iterable<T>): void {
    try {
      for (const value of values) {
        this.emit('data', value);
        if (!this.#isWanted) return;
      }
    } catch (error) {
      this.emit('error', error);
      return;
    }
    this.emit('end');
  }
}

/**
 * The entries whose keys share a prefix, in the form that dynalite's operations use. Every callback is called
 * before the return.
 */
function partOf(entries: Entries, name: string) {
  const prefix = `${name}~`;
  const within = ({ gt, gte, lt, lte, ...rest }: KeyRange = {}): KeyRange => ({
    ...rest,
    ...(gte ? { gte: prefix + gte } : gt ? { gt: prefix + gt } : { gte: prefix }),
    ...(lte ? { lte: prefix + lte } : lt ? { lt: prefix + lt } : { lt: prefix + LAST }),
  });
  const stream = <T>(range: KeyRange | undefined, of: (entry: { key: string; value: unknown }) => T) =>
    new Values(
      (function* () {
        for (const entry of entries.range(within(range))) yield of(entry);
      })(),
    );
  return {
    // An operation ends before the next one begins.
    lock: (_key: string, work: (release: <F>(callback: F) => F) => void) => work((callback) => callback),
    get: (key: string, callback: Callback<unknown>) => answering(callback, () => entries.get(prefix + key)),
    put: (key: string, value: unknown, callback?: Callback) =>
      answering(callback, () => entries.put(prefix + key, value)),
    del: (key: string, callback?: Callback) => answering(callback, () => entries.delete(prefix + key)),
    createKeyStream: (range?: KeyRange) => stream(range, ({ key }) => key.slice(prefix.length)),
    createValueStream: (range?: KeyRange) => stream(range, ({ value }) => value),
    clear: (callback: Callback) =>
      answering(callback, () => {
        for (const { key } of entries.range(within())) entries.delete(key);
      }),
  };
}

/**
 * The same, with the values that have been read kept in memory: every operation reads its table, and those that are used here only
 * read it.
 */
function kept(part: ReturnType<typeof partOf>): typeof part {
  const values = new Map<string, unknown>();
  return {
    ...part,
    get(key, callback) {
      if (values.has(key)) {
        callback(null, values.get(key));
        return;
      }
      part.get(key, (error, value) => {
        if (!error && value !== undefined) values.set(key, value);
        callback(error, value);
      });
    },
    put(key, value, callback) {
      values.delete(key);
      part.put(key, value, callback);
    },
    del(key, callback) {
      values.delete(key);
      part.del(key, callback);
    },
  };
}

/** The same, of which every change is announced. The operations read an item before they write it. */
function announcing(
  part: ReturnType<typeof partOf>,
  onChange: (before: Item | undefined, after: Item | undefined) => void,
): typeof part {
  const found = new Map<string, Item | undefined>();
  return {
    ...part,
    get: (key, callback) =>
      part.get(key, (error, value) => {
        found.set(key, value as Item | undefined);
        callback(error, value);
      }),
    put(key, value, callback) {
      answering(
        (error) => (error ? callback?.(error) : part.put(key, value, callback)),
        () => onChange(found.get(key), value as Item),
      );
    },
    del(key, callback) {
      answering(
        (error) => (error ? callback?.(error) : part.del(key, callback)),
        () => onChange(found.get(key), undefined),
      );
    },
  };
}

interface StoreOptions {
  readonly region: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called for each entry in the journal, before its transaction ends. */
  readonly onChange: (table: string) => void;
}

/**
 * The store that dynalite's operations work on.
 * @param entriesOf the items of a table
 */
export function dynaliteStore(
  tables: Entries,
  entriesOf: (table: string) => Entries,
  { region, now, onChange }: StoreOptions,
) {
  const tableDb = { ...kept(partOf(tables, 'table')), awsAccountId: '000000000000', awsRegion: region };
  const missing = (name: string, isChecked: boolean) =>
    Object.assign(
      dynamoDbError(
        'ResourceNotFoundException',
        `Requested resource not found${isChecked ? '' : `: Table: ${name} not found`}`,
      ),
      { name: 'NotFoundError' },
    );

  /** Undefined where there is no such table. */
  const describe = (name: string): DescribedTable | undefined => {
    let described: unknown;
    tableDb.get(name, (error, found) => {
      if (error) throw error;
      described = found;
    });
    return described as DescribedTable | undefined;
  };

  const getItemDb = (name: string) => {
    const part = partOf(entriesOf(name), `item-${name}`);
    const table = describe(name);
    const stream = table?.LatestStreamArn;
    if (table === undefined || stream === undefined) return part;
    return announcing(part, (before, after) => {
      const change = changeOf(table, before, after);
      if (change === null) return;
      entriesOf(name).journal.append(stream, { at: now(), change });
      onChange(name);
    });
  };
  const getIndexDb = (kind: string, table: string, index: string) =>
    partOf(entriesOf(table), `index-${kind.toLowerCase()}~${table}~${index}`);

  return {
    options: {
      createTableMs: 0,
      deleteTableMs: 0,
      updateTableMs: 0,
      maxItemSizeKb: MAX_ITEM_BYTES / 1024,
      maxItemSize: MAX_ITEM_BYTES,
    },
    tableDb,
    now,
    describe,
    /** The tables that have a stream. */
    streamed: (): DescribedTable[] =>
      [...tables.range({ gte: 'table~', lt: `table~${LAST}` })]
        .map(({ value }) => value as DescribedTable)
        .filter(({ LatestStreamArn }) => LatestStreamArn !== undefined),
    journalOf: (table: string) => entriesOf(table).journal,
    getItemDb,
    getIndexDb,
    deleteItemDb: (table: string, callback: Callback) => {
      const { LatestStreamArn: stream } = describe(table) ?? {};
      if (stream !== undefined) entriesOf(table).journal.drop(stream);
      getItemDb(table).clear(callback);
    },
    deleteIndexDb: (kind: string, table: string, index: string, callback: Callback) =>
      getIndexDb(kind, table, index).clear(callback),
    // No table has tags here.
    deleteTagDb: (_table: string, callback: Callback) => callback(null),

    getTable(name: string, ...rest: [Callback<object>] | [checkStatus: boolean, Callback<object>]) {
      const [checkStatus, callback] = rest.length === 2 ? rest : ([true, rest[0]] as const);
      tableDb.get(name, (error, found) => {
        const table = found as { TableStatus: string } | undefined;
        const isPending = table?.TableStatus === 'CREATING' || table?.TableStatus === 'DELETING';
        if (error) callback(error);
        else if (table === undefined || (checkStatus && isPending)) callback(missing(name, checkStatus));
        else callback(null, table);
      });
    },
  };
}
