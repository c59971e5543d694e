import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { streamEvent } from '../../local/events/stream-event.ts';
import type { StreamReader } from '../../local/events/stream-reader.ts';
import type { AccessControl } from '../policies/access-control.ts';
import type { Outcome } from '../runtime/runtime-api.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { callerOf, type DeployedFunctions } from './deployed-functions.ts';
import { eventNamesOf, mappingOf, readsStream, reportsFailures } from './mapping.ts';

/** What is read of the stream of a table. */
export type RecordSource = Pick<StreamReader, 'read' | 'advance'>;

/** Records that a stream has and nobody has taken. */
export interface UndeliveredRecords {
  readonly table: string;
  readonly records: readonly StreamRecord[];
}

interface Options {
  readonly resources: Resources;
  readonly functions: Pick<DeployedFunctions, 'invoke'>;
  readonly access: Pick<AccessControl, 'authorize'>;
  /** Opens the stream of a table, once what is fed has been started. */
  readonly open: (table: string) => RecordSource;
  /** Told of every invocation that fails. */
  readonly onFailure: (failure: string) => void;
  /** Whether functions are fed from the beginning; by default they are. */
  readonly isFed?: boolean;
  /** What the deployment before has left. */
  readonly undelivered?: readonly UndeliveredRecords[];
}

interface Fed {
  readonly table: Resource;
  readonly fn: Resource;
  readonly batchSize: number;
  readonly reportsFailures: boolean;
  readonly retries: number;
  readonly isWanted: (record: StreamRecord) => boolean;
  /** What comes before the stream. */
  readonly left: StreamRecord[];
  source: RecordSource | null;
  /** Whether there may be something that was not read. */
  isDue: boolean;
  feeding: Promise<void> | null;
  /** Whether what arrives stays in the stream until the function is fed again. */
  held: boolean;
}

/** Lambda's own for streams of DynamoDB. */
const DEFAULT_BATCH = 100;
const UNLIMITED_RETRIES = -1;

/**
 * Feeds functions from the streams of tables, as the mappings of the templates ask, in batches and in their order: what arrives while a
 * function is at work is its next batch. Of a batch that fails what comes from the first failed record on is tried again, and given up
 * after the last attempt. Streams do not wait for each other, whichever function they feed.
 */
export class TableStreams {
  readonly #options: Options;
  readonly #fed: readonly Fed[];

  /**
   * @throws {AccessDenied} where a function's role may not read its stream
   * @throws Error for a mapping with settings that are not known, or of a stream that another one reads
   */
  constructor(options: Options) {
    this.#options = options;
    const { resources, access, undelivered = [] } = options;
    this.#fed = resources
      .of('AWS::Lambda::EventSourceMapping')
      .filter(readsStream)
      .map((resource) => {
        const mapping = mappingOf(resource);
        const stream = mapping.EventSourceArn;
        const fn = resources.get('AWS::Lambda::Function', mapping.FunctionName);
        const poller = {
          name: `the event source of ${fn.ref}`,
          principal: callerOf(fn, resources).principal,
        };
        for (const action of ['DescribeStream', 'GetShardIterator', 'GetRecords'])
          access.authorize(poller, { action: `dynamodb:${action}`, resource: stream, context: {} });
        const retries = mapping.MaximumRetryAttempts ?? UNLIMITED_RETRIES;
        const table = resources.get('AWS::DynamoDB::GlobalTable', stream.split('/stream/')[0]);
        const eventNames = eventNamesOf(mapping);
        return {
          table,
          fn,
          batchSize: mapping.BatchSize ?? DEFAULT_BATCH,
          reportsFailures: reportsFailures(mapping),
          retries: retries === UNLIMITED_RETRIES ? Number.POSITIVE_INFINITY : retries,
          isWanted: ({ eventName = '' }) => eventNames?.includes(eventName) ?? true,
          left: undelivered.filter((one) => one.table === table.ref).flatMap(({ records }) => records),
          source: null,
          isDue: true,
          feeding: null,
          held: options.isFed === false,
        };
      });
    const twice = this.#fed.find(({ table }, at) => this.#fed.findIndex((one) => one.table === table) < at);
    if (twice !== undefined) throw new Error(`Two mappings read the stream of ${twice.table.ref}`);
  }

  /** Number of streams that may have something for a function, but for those that are held. */
  get pending(): number {
    return this.#fed.filter(({ held, isDue, feeding }) => !held && (isDue || feeding !== null)).length;
  }

  /** Whether the stream of a table feeds a function. */
  feeds(functionName: string): boolean {
    return this.#fed.some(({ fn }) => fn.ref === functionName);
  }

  /** Begins, once there are the tables. */
  start(): void {
    for (const fed of this.#fed) this.#begin(fed);
  }

  /** Keeps records from a function. @returns a function that delivers them */
  hold(functionName: string): () => void {
    const held = this.#fed.filter(({ fn }) => fn.ref === functionName);
    for (const fed of held) fed.held = true;
    return () => {
      for (const fed of held) {
        fed.held = false;
        this.#begin(fed);
      }
    };
  }

  /** Records that were held to the end: the streams still have them. */
  async undelivered(): Promise<UndeliveredRecords[]> {
    return Promise.all(
      this.#fed.map(async (fed) => {
        const records = fed.left.splice(0);
        for (let read = await this.#read(fed); read.length > 0; read = await this.#read(fed))
          records.push(...read);
        return { table: fed.table.ref, records };
      }),
    );
  }

  /** To be called when a table has changed. */
  announce(tableName: string): void {
    for (const fed of this.#fed.filter(({ table }) => table.ref === tableName)) {
      fed.isDue = true;
      this.#begin(fed);
    }
  }

  /** Resolves when everything announced before has been delivered. */
  async close(): Promise<void> {
    await Promise.all(this.#fed.map(({ feeding }) => feeding));
  }

  #begin(fed: Fed): void {
    if (fed.held) return;
    fed.feeding ??= this.#feed(fed)
      .catch((error: Error) => this.#options.onFailure(`the stream of ${fed.table.ref}: ${error.message}`))
      .finally(() => {
        fed.feeding = null;
      });
  }

  async #feed(fed: Fed): Promise<void> {
    while (!fed.held && fed.isDue) {
      fed.isDue = false;
      const batch = fed.left.length > 0 ? fed.left.splice(0, fed.batchSize) : await this.#read(fed);
      await this.#deliver(fed, batch.filter(fed.isWanted));
      fed.isDue ||= batch.length > 0;
    }
  }

  async #read(fed: Fed): Promise<StreamRecord[]> {
    fed.source ??= this.#options.open(fed.table.ref);
    const records = await fed.source.read(fed.batchSize);
    const last = records.at(-1);
    if (last !== undefined) await fed.source.advance(last);
    return records;
  }

  async #deliver(
    { table, fn, reportsFailures, retries }: Fed,
    batch: readonly StreamRecord[],
  ): Promise<void> {
    let left = batch;
    for (let attempt = 0; attempt <= retries && left.length > 0; attempt++) {
      const outcome = await this.#options.functions
        .invoke(fn.arn, streamEvent(left))
        .catch(
          (error: Error) => ({ kind: 'error', errorType: error.name, errorMessage: error.message }) as const,
        );
      left = left.slice(taken(left, outcome, reportsFailures));
      if (left.length > 0) this.#options.onFailure(`${fn.ref} has not taken a record of ${table.ref}`);
    }
  }
}

/** How many records of a batch, from its first on, are dealt with. A failure that names none of them is one of all. */
function taken(batch: readonly StreamRecord[], outcome: Outcome, reportsFailures: boolean): number {
  if (outcome.kind !== 'answer') return 0;
  if (!reportsFailures) return batch.length;
  const { batchItemFailures = [] } = (JSON.parse(outcome.payload) as DynamoDBBatchResponse | null) ?? {};
  const failed = batchItemFailures.map(({ itemIdentifier }) =>
    batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
  );
  return Math.max(0, Math.min(batch.length, ...failed));
}
