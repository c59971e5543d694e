import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { AccessControl } from '../policies/access-control.ts';
import type { WireItem } from '../proxy/store-proxy.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { callerOf, type DeployedFunctions } from './deployed-functions.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: DeployedFunctions;
  readonly access: AccessControl;
  /** Told of every invocation that fails. */
  readonly onFailure: (failure: string) => void;
}

interface Fed {
  readonly table: Resource;
  readonly fn: Resource;
  readonly retries: number;
}

const DEFAULT_RETRIES = 3;

/** Whether a mapping reads the stream of a table. */
export const readsStream = ({ properties }: Resource): boolean =>
  /^arn:aws:dynamodb:.*\/stream\//.test(String(properties.EventSourceArn));

/**
 * Feeds functions with the items that are put into tables, as the mappings of the templates ask, one by one and in their order.
 * Items that are changed or deleted are not announced: no function of the templates asks for them.
 */
export class TableStreams {
  readonly #options: Options;
  readonly #fed: readonly Fed[];
  #pending = 0;
  #last: Promise<void> = Promise.resolve();

  /** @throws {AccessDenied} where a function's role may not read its stream */
  constructor(options: Options) {
    this.#options = options;
    const { resources, access } = options;
    this.#fed = resources
      .of('AWS::Lambda::EventSourceMapping')
      .filter(readsStream)
      .map(({ properties }) => {
        const stream = String(properties.EventSourceArn);
        const fn = resources.get('AWS::Lambda::Function', properties.FunctionName);
        const poller = {
          name: `the event source of ${fn.ref}`,
          principal: callerOf(fn, resources).principal,
        };
        for (const action of ['DescribeStream', 'GetShardIterator', 'GetRecords'])
          access.authorize(poller, { action: `dynamodb:${action}`, resource: stream, context: {} });
        return {
          table: resources.get('AWS::DynamoDB::GlobalTable', stream.split('/stream/')[0]),
          fn,
          retries: Math.max(0, Number(properties.MaximumRetryAttempts ?? DEFAULT_RETRIES)),
        };
      });
  }

  /** Number of items that are not delivered yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Announces an item that was put into a table. */
  announce(tableName: string, item: WireItem): void {
    for (const fed of this.#fed.filter(({ table }) => table.ref === tableName)) {
      this.#pending += 1;
      this.#last = this.#last
        .then(() => this.#deliver(fed, item))
        .finally(() => {
          this.#pending -= 1;
        });
    }
  }

  /** Resolves when everything announced before has been delivered. */
  async close(): Promise<void> {
    await this.#last;
  }

  async #deliver({ table, fn, retries }: Fed, item: WireItem): Promise<void> {
    const names = (table.properties.KeySchema as { AttributeName: string }[]).map((key) => key.AttributeName);
    const Keys = Object.fromEntries(names.map((name) => [name, item[name]]));
    const dynamodb = { SequenceNumber: '1', Keys, NewImage: item, StreamViewType: 'NEW_IMAGE' };
    const event = { Records: [{ eventName: 'INSERT', eventSource: 'aws:dynamodb', dynamodb }] };
    for (let attempt = 0; attempt <= retries; attempt++) {
      const outcome = await this.#options.functions.invoke(fn.arn, event);
      const answer =
        outcome.kind === 'answer' ? (JSON.parse(outcome.payload) as DynamoDBBatchResponse | null) : null;
      if (outcome.kind === 'answer' && (answer?.batchItemFailures ?? []).length === 0) return;
      this.#options.onFailure(`${fn.ref} has not taken an item of ${table.ref}`);
    }
  }
}
