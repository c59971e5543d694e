import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { type EventSource, pollQueue } from '../../local/events/event-source.ts';
import type { IssuedCredentials } from '../proxy/issued-credentials.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { callerOf, type DeployedFunctions } from './deployed-functions.ts';
import { mappingOf, readsStream, reportsFailures } from './mapping.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: DeployedFunctions;
  readonly issued: IssuedCredentials;
  readonly endpoint: string;
  readonly region: string;
  /** Told of every invocation and every call to a queue that fails. */
  readonly onFailure: (failure: string) => void;
  /** Whether functions are fed from the beginning. */
  readonly isFed: boolean;
}

/** Lambda's own defaults for queues. */
const DEFAULT_BATCH = 10;
const DEFAULT_CONCURRENCY = 5;

/** Invokes functions with the messages of their queues, by the mappings of the templates and with the permissions of their roles. */
export class EventSources {
  readonly #options: Options;
  readonly #sources = new Map<Resource, { fn: Resource; source: EventSource; client: SQSClient }>();

  /** @throws Error for a source that is neither a queue nor the stream of a table, or has settings that are not known */
  constructor(options: Options) {
    this.#options = options;
    const mappings = options.resources.of('AWS::Lambda::EventSourceMapping');
    if (!options.isFed) return;
    for (const mapping of mappings.filter((one) => !readsStream(one))) this.#start(mapping);
  }

  /**
   * Stops feeding a function, as an operator does who disables its mappings.
   * @returns a function that feeds it again
   */
  async pause(functionName: string): Promise<() => void> {
    const paused = [...this.#sources]
      .filter(([, { fn }]) => fn.ref === functionName)
      .map(([mapping]) => mapping);
    if (paused.length === 0) throw new Error(`No queue feeds ${functionName}`);
    await Promise.all(paused.map((mapping) => this.#stop(mapping)));
    return () => {
      for (const mapping of paused) this.#start(mapping);
    };
  }

  /** The queues that feed functions at the moment. */
  get queues(): readonly Resource[] {
    const { resources } = this.#options;
    return [...this.#sources.keys()].map(({ properties }) =>
      resources.get('AWS::SQS::Queue', properties.EventSourceArn),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sources.keys()].map((mapping) => this.#stop(mapping)));
  }

  async #stop(mapping: Resource): Promise<void> {
    const started = this.#sources.get(mapping);
    await started?.source.stop();
    started?.client.destroy();
    this.#sources.delete(mapping);
  }

  #start(resource: Resource): void {
    const { resources, functions, issued, endpoint, region, onFailure } = this.#options;
    const mapping = mappingOf(resource);
    if (mapping.Enabled === false) return;
    const queue = resources.get('AWS::SQS::Queue', mapping.EventSourceArn);
    const fn = resources.get('AWS::Lambda::Function', mapping.FunctionName);
    // Lambda polls from its own network.
    const { principal } = callerOf(fn, resources);
    const credentials = issued.issue({ name: `the event source of ${fn.ref}`, principal });
    const client = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
    const source = pollQueue({
      sqs: client,
      queueUrl: queue.ref,
      batchSize: mapping.BatchSize ?? DEFAULT_BATCH,
      maxConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
      async invoke(event) {
        const outcome = await functions.invoke(fn.arn, event);
        if (outcome.kind === 'stream') throw new Error(`${fn.ref} streams its answer to a queue`);
        if (outcome.kind === 'error')
          throw new Error(`${fn.ref}: ${outcome.errorType}: ${outcome.errorMessage}`);
        if (!reportsFailures(mapping)) return;
        const answer = JSON.parse(outcome.payload) as SQSBatchResponse | null;
        for (const { itemIdentifier } of answer?.batchItemFailures ?? [])
          onFailure(`${fn.ref} reports message ${itemIdentifier} as failed`);
        return answer ?? undefined;
      },
      onError: (error) => onFailure(error instanceof Error ? error.message : String(error)),
    });
    this.#sources.set(resource, { fn, source, client });
  }
}
