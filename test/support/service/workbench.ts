import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { onTestFinished } from 'vitest';
import { demoKey } from '../../../local/demo-key.ts';
import { startGateway } from '../../../local/gateway/gateway.ts';
import { provideLambdaRuntime } from '../../../local/gateway/lambda-runtime.ts';
import { createResources } from '../../../local/stores/create-resources.ts';
import type { ExternalStores } from '../../../local/stores/external-stores.ts';
import { startStores } from '../../../local/stores/start-stores.ts';
import { startWorker, streamVariables, type Worker } from '../../../local/worker/worker.ts';
import { relay } from '../../../shared/contract/outbox.ts';
import {
  MEDIA_BUCKET,
  QUEUES,
  type QueueName,
  SETTINGS,
  TABLES,
  type TableName,
} from '../../../shared/contract/resources.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { type Runtime, systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { createSqs } from '../../../shared/stores/queues/sqs.ts';
import { StoreFault } from '../faults/store-faults.ts';
import { tableItems } from '../videos/table-items.ts';
import { afterFile } from './after-file.ts';
import { type Api, apiOf } from './api.ts';
import { external as externalOfRun, resourcePrefix } from './external-stores.ts';
import { type GrantedFunctions, grantFunctions, outsideFunctions } from './granted-functions.ts';
import { relayItems } from './outbox-items.ts';
import { temporaryFolder } from './test-service.ts';

/**
 * The API over the local stores, without workers: the test itself takes messages from the queues, delivers them, and
 * controls the functions' clock.
 */
export interface Workbench {
  readonly api: Api;
  readonly apiUrl: string;
  readonly environment: Environment;
  /** Those behind the API have the permissions that `lib` grants them, and no others. */
  readonly functions: GrantedFunctions;
  /** Moves the functions' clock, but not the stores', forward (or back) until the end of the test. */
  advance(milliseconds: number): void;
  /** Stops the functions' clock until the end of the test; only `advance` moves it. */
  stopTime(): void;
  /** Does this whenever a function sleeps, until the end of the test; by itself sleeping only moves the functions' clock. */
  whileSleeping(work: () => Promise<unknown>): void;
  /** Adds the milliseconds that `next` returns to each reading of the clock, until the end of the test. */
  skewClock(skew: () => number): void;
  /** Runs the local service's worker process until the end of the test; if killed, it is restarted. */
  runWorker(): void;
  /** Runs the relay on the items of the outbox; without a worker it runs at no other time, but when messages are taken. */
  relay(): Promise<void>;
  /** Takes all messages out of a queue. Returns their bodies. */
  take(queue: QueueName): Promise<string[]>;
  /** Everything that the stores contain about a video: items by table, objects and uploads by key. */
  traces(videoId: string): Promise<string[]>;
}

const MODEL = 'moving-object';
const MIB = 1024 * 1024;

/** An event that delivers messages for the `received`th time. */
export const delivery = (bodies: readonly string[], received = 1): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: `message-${index}`,
    receiptHandle: 'none',
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: '0',
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:test',
    awsRegion: 'us-east-1',
  })),
});

async function takeAll(sqs: SQSClient, QueueUrl: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies;
    for (const { Body = '', ReceiptHandle } of Messages) {
      bodies.push(Body);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

/** Starts a workbench for the tests of this file; with `clip`, it has the CLIP model of this id. */
export async function startWorkbench(
  clip?: { modelsDir: string; id: string },
  external: ExternalStores = externalOfRun,
): Promise<Workbench> {
  const dataDir = await temporaryFolder('workbench');
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    if (!(error instanceof StoreFault)) errors.push(error);
  };
  const prefix = resourcePrefix(dataDir);
  let worker: Worker | null = null;
  const stores = await startStores({
    dataDir,
    prefix,
    external,
    onError,
    onChange: (table) => worker?.announceChange(table),
  });
  Object.assign(process.env, stores.variables);
  provideLambdaRuntime();
  // The tests provoke failures.
  process.env.VMS_LOG_LEVEL = 'SILENT';
  const { variables, deadLetters } = await createResources(prefix);
  // Notifications of another S3 come some time after the upload; a test that takes them cannot know when.
  const uploads = await stores.connectUploads(variables, true);
  Object.assign(process.env, variables, {
    [SETTINGS.inlineUploadBytes]: String(100 * MIB),
    [SETTINGS.detectorModel]: MODEL,
    [SETTINGS.clipModel]: clip?.id ?? '',
    [SETTINGS.modelsDir]: clip?.modelsDir ?? '',
    [SETTINGS.webhookLoopback]: 'true',
  });

  let ahead = 0;
  let stopped: { now: number; elapsed: number } | null = null;
  let skew = (): number => 0;
  let slept = 0;
  let meanwhile: () => Promise<unknown> = async () => {};
  const runtime: Runtime = {
    ...systemRuntime,
    now: () => (stopped?.now ?? Date.now()) + slept + ahead + skew(),
    elapsed: () => (stopped?.elapsed ?? systemRuntime.elapsed()) + slept,
    async sleep(milliseconds) {
      slept += Math.ceil(milliseconds);
      await outsideFunctions(meanwhile);
    },
  };
  const functions = grantFunctions(runtime, (denied) => errors.push(denied));
  const { environment } = functions;
  const gateway = await startGateway({
    port: 0,
    spoolDir: dataDir,
    inlineUploadBytes: 100 * MIB,
    corsOrigin: '*',
    load: functions.load,
    onError,
  });
  afterFile(async () => {
    await gateway.close();
    await relaying;
    await stores.close();
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported errors');
  });

  const sqs = createSqs();
  let relaying = Promise.resolve();
  const relayAll = (): Promise<void> => {
    const invoke = async (event: DynamoDBStreamEvent) =>
      (await functions.load(relay.key))(event, {}) as Promise<DynamoDBBatchResponse>;
    relaying = relaying.then(() => relayItems(environment, invoke).catch(onError));
    return relaying;
  };
  const files = openMediaFiles(environment);

  return {
    apiUrl: gateway.url,
    api: apiOf({ apiUrl: gateway.url, apiKey: await demoKey(dataDir, environment) }),
    environment,
    functions,
    advance(milliseconds) {
      ahead += milliseconds;
      onTestFinished(() => {
        ahead = 0;
      });
    },
    stopTime() {
      stopped = { now: Date.now(), elapsed: systemRuntime.elapsed() };
      onTestFinished(() => {
        stopped = null;
      });
    },
    whileSleeping(work) {
      meanwhile = work;
      onTestFinished(() => {
        meanwhile = async () => {};
      });
    },
    skewClock(next) {
      skew = next;
      onTestFinished(() => {
        skew = () => 0;
      });
    },
    runWorker() {
      const started = startWorker({
        variables: {
          ...variables,
          DEAD_LETTER_URLS: JSON.stringify(deadLetters),
          ...streamVariables(dataDir, stores.streamIntervalMs),
        },
        onCrash: stores.releaseMessages,
        onError: console.error,
      });
      worker = started;
      onTestFinished(async () => {
        worker = null;
        await started.close();
      });
    },
    relay: relayAll,
    async take(queue) {
      await uploads?.look();
      if (worker === null) await relayAll();
      return takeAll(sqs, variables[QUEUES[queue].env] ?? '');
    },

    async traces(videoId) {
      const found: string[] = [];
      for (const table of Object.keys(TABLES) as TableName[]) {
        for await (const item of tableItems(environment, table)) {
          const text = JSON.stringify(item);
          if (text.includes(videoId)) found.push(`${table}: ${'tombstone' in item ? 'tombstone' : text}`);
        }
      }
      for (const prefix of Object.values(MEDIA_BUCKET.prefixes)) {
        for await (const { key } of files.list(prefix)) if (key.includes(videoId)) found.push(key);
      }
      for await (const { key } of files.listUploads())
        if (key.includes(videoId)) found.push(`upload of ${key}`);
      return found;
    },
  };
}
