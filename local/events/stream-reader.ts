import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { PositionStore, StreamPosition } from './stream-position.ts';

interface ReaderOptions {
  readonly client: DynamoDBStreamsClient;
  /** Name of the table. */
  readonly table: string;
  readonly position: PositionStore;
}

/** The shard is to be read from the oldest record that is left, from the same position again, or not at all. */
const LOST = 'TrimmedDataAccessException';
const EXPIRED = 'ExpiredIteratorException';
const GONE = 'ResourceNotFoundException';

const isCalled = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/**
 * Reads the newest stream of a table, one call after the other: a shard from its oldest record on, or from where an earlier reader has
 * stopped, and the shards that have come of it only once it is closed and read.
 */
export class StreamReader {
  readonly #options: ReaderOptions;
  readonly #iterators = new Map<string, string>();
  #position: StreamPosition | null = null;
  #shards: readonly Shard[] = [];
  /** The shard whose records were read last. */
  #current = '';

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** The next records, at most `limit`: those after the last one that was dealt with. None where there is nothing new. */
  async read(limit: number): Promise<StreamRecord[]> {
    this.#position ??= await this.#start();
    try {
      return await this.#readOpen(this.#position, limit);
    } catch (error) {
      // The table may have another stream by now.
      if (isCalled(error, GONE)) this.#position = null;
      throw error;
    }
  }

  /** Notes that a record which was read last has been dealt with, and all before it. */
  async advance({ dynamodb }: StreamRecord): Promise<void> {
    if (this.#position === null || dynamodb?.SequenceNumber === undefined) return;
    this.#position.shards[this.#current] = dynamodb.SequenceNumber;
    await this.#options.position.write(this.#position);
  }

  async #start(): Promise<StreamPosition> {
    const { client, table, position } = this.#options;
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: table }));
    const newest = Streams.toSorted((one, other) =>
      (one.StreamLabel ?? '').localeCompare(other.StreamLabel ?? ''),
    ).at(-1)?.StreamArn;
    if (newest === undefined) throw new Error(`The table ${table} has no stream`);
    const kept = await position.read();
    this.#iterators.clear();
    const started = kept?.stream === newest ? kept : { stream: newest, shards: {} };
    await this.#describe(started);
    return started;
  }

  async #describe({ stream: StreamArn, shards: known }: StreamPosition): Promise<void> {
    const shards: Shard[] = [];
    for (let from: string | undefined; ; ) {
      const { StreamDescription } = await this.#options.client.send(
        new DescribeStreamCommand({ StreamArn, ...(from !== undefined && { ExclusiveStartShardId: from }) }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      from = StreamDescription?.LastEvaluatedShardId;
      if (from === undefined) break;
    }
    this.#shards = shards;
    const ids = shards.map(({ ShardId }) => ShardId);
    for (const id of Object.keys(known)) if (!ids.includes(id)) delete known[id];
  }

  /** The shards that may have something new, without those whose parent is not read to its end. */
  #open({ shards: known }: StreamPosition): string[] {
    const isUnread = (id: string | undefined): boolean =>
      this.#shards.some(({ ShardId }) => ShardId === id) && known[id ?? ''] !== null;
    return this.#shards
      .filter(({ ShardId, ParentShardId }) => isUnread(ShardId) && !isUnread(ParentShardId))
      .map(({ ShardId = '' }) => ShardId);
  }

  async #readOpen(position: StreamPosition, limit: number): Promise<StreamRecord[]> {
    for (;;) {
      const open = this.#open(position);
      for (const shard of open) {
        const records = await this.#readShard(position, shard, limit);
        if (records.length > 0) return records;
      }
      if (open.every((shard) => position.shards[shard] !== null)) return [];
      // Others have come of a shard that is closed.
      await this.#describe(position);
    }
  }

  async #readShard(position: StreamPosition, shard: string, Limit: number): Promise<StreamRecord[]> {
    const { client } = this.#options;
    const ShardIterator = this.#iterators.get(shard) ?? (await this.#iteratorOf(position, shard));
    // What is read again after a failure begins at the position.
    this.#iterators.delete(shard);
    try {
      const { Records = [], NextShardIterator } = await client.send(
        new GetRecordsCommand({ ShardIterator, Limit }),
      );
      if (Records.length > 0) this.#current = shard;
      else if (NextShardIterator === undefined) position.shards[shard] = null;
      else this.#iterators.set(shard, NextShardIterator);
      return Records;
    } catch (error) {
      if (isCalled(error, LOST)) delete position.shards[shard];
      else if (!isCalled(error, EXPIRED)) throw error;
      return this.#readShard(position, shard, Limit);
    }
  }

  async #iteratorOf({ stream, shards }: StreamPosition, shard: string): Promise<string> {
    const SequenceNumber = shards[shard];
    const from =
      SequenceNumber == null
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber } as const);
    try {
      const { ShardIterator = '' } = await this.#options.client.send(
        new GetShardIteratorCommand({ StreamArn: stream, ShardId: shard, ...from }),
      );
      return ShardIterator;
    } catch (error) {
      if (SequenceNumber == null || !isCalled(error, LOST)) throw error;
      delete shards[shard];
      return this.#iteratorOf({ stream, shards }, shard);
    }
  }
}
