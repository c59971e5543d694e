import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { AccessControl } from '../policies/access-control.ts';
import type { WireItem } from '../proxy/store-proxy.ts';
import type { Outcome } from '../runtime/runtime-api.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { callerOf, type DeployedFunctions } from './deployed-functions.ts';
import { mappingOf, readsStream, reportsFailures } from './mapping.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: Pick<DeployedFunctions, 'invoke'>;
  readonly access: Pick<AccessControl, 'authorize'>;
  /** Told of every invocation that fails. */
  readonly onFailure: (failure: string) => void;
  /** Whether functions are fed from the beginning; by default they are. */
  readonly isFed?: boolean;
}

/** A record of a stream, as Lambda hands it to a function. */
interface StreamRecord {
  eventName: 'INSERT';
  eventSource: 'aws:dynamodb';
  dynamodb: { SequenceNumber: string; Keys: object; NewImage: WireItem; StreamViewType: 'NEW_IMAGE' };
}

interface Fed {
  readonly table: Resource;
  readonly fn: Resource;
  readonly batchSize: number;
  readonly reportsFailures: boolean;
  readonly retries: number;
  /** What waits while the function is at work. */
  readonly waiting: StreamRecord[];
  feeding: Promise<void> | null;
  /** Whether what arrives is kept until the function is fed again. */
  held: boolean;
}

/** Lambda's own for streams of DynamoDB. */
const DEFAULT_BATCH = 100;
const UNLIMITED_RETRIES = -1;

const NEW_ITEMS = JSON.stringify({ eventName: ['INSERT'] });

/**
 * Feeds functions with the items that are put into tables, as the mappings of the templates ask, in batches and in their order: what
 * arrives while a function is at work is its next batch. Of a batch that fails what comes from the first failed item on is tried again,
 * and given up after the last attempt. Items that are changed or deleted are not announced: no function of the templates asks for them.
 */
export class TableStreams {
  readonly #options: Options;
  readonly #fed: readonly Fed[];
  #pending = 0;
  #announced = 0;

  /**
   * @throws {AccessDenied} where a function's role may not read its stream
   * @throws Error for a mapping that asks for more than new items, or has settings that are not known
   */
  constructor(options: Options) {
    this.#options = options;
    const { resources, access } = options;
    this.#fed = resources
      .of('AWS::Lambda::EventSourceMapping')
      .filter(readsStream)
      .map((resource) => {
        const mapping = mappingOf(resource);
        const stream = mapping.EventSourceArn;
        const fn = resources.get('AWS::Lambda::Function', mapping.FunctionName);
        const patterns = mapping.FilterCriteria?.Filters.map(({ Pattern }) => Pattern);
        if (patterns?.join() !== NEW_ITEMS) throw new Error(`${fn.ref} asks for more than new items`);
        const poller = {
          name: `the event source of ${fn.ref}`,
          principal: callerOf(fn, resources).principal,
        };
        for (const action of ['DescribeStream', 'GetShardIterator', 'GetRecords'])
          access.authorize(poller, { action: `dynamodb:${action}`, resource: stream, context: {} });
        const retries = mapping.MaximumRetryAttempts ?? UNLIMITED_RETRIES;
        return {
          table: resources.get('AWS::DynamoDB::GlobalTable', stream.split('/stream/')[0]),
          fn,
          batchSize: mapping.BatchSize ?? DEFAULT_BATCH,
          reportsFailures: reportsFailures(mapping),
          retries: retries === UNLIMITED_RETRIES ? Number.POSITIVE_INFINITY : retries,
          waiting: [],
          feeding: null,
          held: options.isFed === false,
        };
      });
  }

  /** Number of items that are not delivered yet, but for those that are held. */
  get pending(): number {
    const held = this.#fed.filter((fed) => fed.held).reduce((sum, { waiting }) => sum + waiting.length, 0);
    return this.#pending - held;
  }

  /** Whether the stream of a table feeds a function. */
  feeds(functionName: string): boolean {
    return this.#fed.some(({ fn }) => fn.ref === functionName);
  }

  /** Keeps items from a function. @returns a function that delivers them */
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

  /** Items that were held to the end: the stream still has them. */
  undelivered(): { table: string; item: WireItem }[] {
    return this.#fed.flatMap(({ table, waiting }) =>
      waiting.map(({ dynamodb }) => ({ table: table.ref, item: dynamodb.NewImage })),
    );
  }

  /** Announces an item that was put into a table. */
  announce(tableName: string, item: WireItem): void {
    for (const fed of this.#fed.filter(({ table }) => table.ref === tableName)) {
      this.#pending += 1;
      this.#announced += 1;
      fed.waiting.push(recordOf(fed.table, item, this.#announced));
      this.#begin(fed);
    }
  }

  /** Resolves when everything announced before has been delivered. */
  async close(): Promise<void> {
    await Promise.all(this.#fed.map(({ feeding }) => feeding));
  }

  #begin(fed: Fed): void {
    if (fed.held) return;
    fed.feeding ??= this.#feed(fed).finally(() => {
      fed.feeding = null;
    });
  }

  async #feed(fed: Fed): Promise<void> {
    while (!fed.held && fed.waiting.length > 0) {
      const batch = fed.waiting.splice(0, fed.batchSize);
      await this.#deliver(fed, batch);
      this.#pending -= batch.length;
    }
  }

  async #deliver(
    { table, fn, reportsFailures, retries }: Fed,
    batch: readonly StreamRecord[],
  ): Promise<void> {
    let left = batch;
    for (let attempt = 0; attempt <= retries && left.length > 0; attempt++) {
      const outcome = await this.#options.functions
        .invoke(fn.arn, { Records: left })
        .catch(
          (error: Error) => ({ kind: 'error', errorType: error.name, errorMessage: error.message }) as const,
        );
      left = left.slice(taken(left, outcome, reportsFailures));
      if (left.length > 0) this.#options.onFailure(`${fn.ref} has not taken an item of ${table.ref}`);
    }
  }
}

function recordOf({ properties }: Resource, NewImage: WireItem, sequence: number): StreamRecord {
  const names = (properties.KeySchema as { AttributeName: string }[]).map((key) => key.AttributeName);
  const Keys = Object.fromEntries(names.map((name) => [name, NewImage[name]]));
  const dynamodb = { SequenceNumber: String(sequence), Keys, NewImage, StreamViewType: 'NEW_IMAGE' } as const;
  return { eventName: 'INSERT', eventSource: 'aws:dynamodb', dynamodb };
}

/** How many records of a batch, from its first on, are dealt with. A failure that names none of them is one of all. */
function taken(batch: readonly StreamRecord[], outcome: Outcome, reportsFailures: boolean): number {
  if (outcome.kind !== 'answer') return 0;
  if (!reportsFailures) return batch.length;
  const { batchItemFailures = [] } = (JSON.parse(outcome.payload) as DynamoDBBatchResponse | null) ?? {};
  const failed = batchItemFailures.map(({ itemIdentifier }) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
  );
  return Math.max(0, Math.min(batch.length, ...failed));
}
