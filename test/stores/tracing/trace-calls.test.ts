import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MEDIA_BUCKET, QUEUES } from '../../../shared/contract/resources.ts';
import { following } from '../../../shared/kernel/logging/request-context.ts';
import { createDynamoDb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { condition } from '../../../shared/stores/dynamodb/expression.ts';
import { getItem, getItems } from '../../../shared/stores/dynamodb/read.ts';
import { putItem } from '../../../shared/stores/dynamodb/write.ts';
import { type MediaFiles, openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { openUrlSigner } from '../../../shared/stores/files/url-signer.ts';
import { openDetectionQueue } from '../../../shared/stores/queues/detection-queue.ts';
import { openIngestQueue } from '../../../shared/stores/queues/ingest-queue.ts';
import { sqs } from '../../../shared/stores/queues/sqs.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptAttempts } from '../../support/store-calls.ts';
import { provideDaemon } from '../../support/tracing/provide-daemon.ts';
import { startXrayDaemon, type TraceDocument, type XrayDaemon } from '../../support/tracing/xray-daemon.ts';

const TRACE = '1-5759e988-bd862e3fe1be46a994272793';
const SEGMENT = '53995c3f42cd8ad8';
const SAMPLED = `Root=${TRACE};Parent=${SEGMENT};Sampled=1;Lineage=a87bd80c:0`;

let bench: Workbench;
let daemon: XrayDaemon;
let files: MediaFiles;
let videos: string;
let tests = 0;
/** Of a test: names the items and objects that it makes. */
let name: string;

beforeAll(async () => {
  daemon = await provideDaemon();
  bench = await startWorkbench();
  files = openMediaFiles(bench.environment);
  videos = tableName(bench.environment, 'videos');
});

beforeEach(() => {
  name = `secret-${++tests}`;
  vi.stubEnv('_X_AMZN_TRACE_ID', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Datagrams take their time on a busy machine. */
const eventuallySent = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 10_000 });

/** The local service looks for its queues, and for uploads where another S3 does not announce them. */
const isOfService = ({ aws }: TraceDocument): boolean =>
  ['GetQueueUrl', 'ListObjectsV2'].includes(String(aws?.operation));

/** What is sent about the work of an invocation: all that came before what is sent about a call after it. */
async function allSentBy(
  work: () => Promise<unknown>,
  header: string | undefined = SAMPLED,
): Promise<TraceDocument[]> {
  const before = daemon.documents.length;
  vi.stubEnv('_X_AMZN_TRACE_ID', header);
  await work();
  vi.stubEnv('_X_AMZN_TRACE_ID', SAMPLED.replace('5759e988', 'ffffffff'));
  await getItem(videos, { accountId: 'end', videoId: name });
  const isLater = ({ trace_id }: TraceDocument): boolean => trace_id.startsWith('1-ffffffff');
  return eventuallySent(() => {
    const sent = daemon.documents.slice(before);
    // What the service looks for by itself may have begun in a test before.
    expect(sent.some((document) => isLater(document) && !isOfService(document))).toBe(true);
    return sent.filter((document) => !isLater(document));
  });
}

/** The same without what the service does by itself. */
const sentBy = async (work: () => Promise<unknown>, header?: string): Promise<TraceDocument[]> =>
  (await allSentBy(work, header)).filter((document) => !isOfService(document));

const key = () => ({ accountId: name, videoId: name });

test('a call is shown below the segment of its function, with what was called, the outcome and its time', async () => {
  const before = Date.now() / 1000;
  const [call, ...others] = await sentBy(() => getItem(videos, key()));
  expect(others).toEqual([]);
  expect(call).toEqual({
    type: 'subsegment',
    id: expect.stringMatching(/^[\da-f]{16}$/),
    trace_id: TRACE,
    parent_id: SEGMENT,
    name: 'DynamoDB',
    namespace: 'aws',
    start_time: expect.any(Number),
    end_time: expect.any(Number),
    aws: { operation: 'GetItem', table_name: videos, request_id: expect.any(String), retries: 0 },
    http: { response: { status: 200 } },
    annotations: {},
  });
  expect(call?.start_time).toBeGreaterThanOrEqual(before - 0.001);
  expect(call?.end_time).toBeGreaterThan(call?.start_time ?? 0);
});

test('calls of S3 name the bucket, those of SQS the queue, and those of several tables all of them', async () => {
  const sent = await sentBy(async () => {
    await files.put(`thumbnails/${name}`, Buffer.from('x'), 'image/jpeg');
    await openIngestQueue(bench.environment).send(`uploads/account/${name}`);
    await getItems(videos, [key()]);
  });
  const bucket = process.env[MEDIA_BUCKET.env];
  const queue = process.env[QUEUES.ingest.env];
  expect(sent.map(({ name, aws }) => ({ name, ...aws }))).toEqual([
    expect.objectContaining({ name: 'S3', operation: 'PutObject', bucket_name: bucket }),
    expect.objectContaining({ name: 'SQS', operation: 'SendMessage', queue_url: queue }),
    expect.objectContaining({ name: 'DynamoDB', operation: 'BatchGetItem', table_names: [videos] }),
  ]);
});

test('what follows from a request names it', async () => {
  const [call] = await sentBy(() => following('request-1', () => getItem(videos, key())));
  expect(call?.annotations).toEqual({ requestId: 'request-1' });
});

test('nothing of customers is sent: no keys, items, messages or errors’ texts', async () => {
  const before = daemon.datagrams.length;
  await sentBy(async () => {
    await putItem(videos, { ...key(), name });
    await putItem(videos, { ...key(), name }, condition`#name <> ${name}`);
    await files.put(`thumbnails/${name}`, Buffer.from(name), 'image/jpeg');
    await files.open(`thumbnails/${name}/missing`);
    await openIngestQueue(bench.environment).send(`uploads/${name}/${name}`);
  });
  const datagrams = daemon.datagrams.slice(before);
  expect(datagrams.length).toBeGreaterThan(5);
  expect(datagrams.filter((text) => text.includes(name))).toEqual([]);
});

const THROTTLED = { name: 'ProvisionedThroughputExceededException', status: 400 };

test.each([
  ['that is throttled', THROTTLED, { error: true, throttle: true }],
  ['that the service fails at', { name: 'InternalServerError', status: 500 }, { fault: true }],
  ['that nobody answers', { name: 'TimeoutError', status: undefined }, { fault: true }],
  ['that the service refuses', { name: 'ValidationException', status: 400 }, { error: true }],
])('a call %s is marked as such, with the name of the error', async (_, { name: type, status }, flags) => {
  const [call] = await sentBy(async () => {
    using _ = interceptAttempts(async ({ command }, proceed) => {
      if (command !== 'GetItemCommand') return proceed();
      const $response = status && { statusCode: status, headers: {} };
      throw Object.assign(new Error(name), { name: type, $response, $metadata: {} });
    });
    await expect(getItem(videos, key())).rejects.toThrow();
  });
  const { error, fault, throttle } = { error: undefined, fault: undefined, throttle: undefined, ...call };
  expect({ error, fault, throttle }).toEqual({
    error: undefined,
    fault: undefined,
    throttle: undefined,
    ...flags,
  });
  expect(call?.cause?.exceptions).toEqual([expect.objectContaining({ type })]);
});

test('a condition that does not hold is the caller’s error', async () => {
  await putItem(videos, key());
  const [call] = await sentBy(() => putItem(videos, key(), condition`attribute_not_exists(videoId)`));
  expect(call).toMatchObject({ error: true, http: { response: { status: 400 } }, aws: { retries: 0 } });
  expect(call).not.toHaveProperty('fault');
});

test('attempts of a call are one subsegment that counts its retries', async () => {
  let failing = 2;
  const [call, ...others] = await sentBy(async () => {
    using _ = interceptAttempts(async ({ command }, proceed) => {
      if (command === 'GetItemCommand' && failing-- > 0)
        throw Object.assign(new Error('busy'), { name: 'ThrottlingException' });
      return proceed();
    });
    await getItem(videos, key());
  });
  expect(others).toEqual([]);
  expect(call).toMatchObject({ aws: { retries: 2 }, http: { response: { status: 200 } } });
  expect(call).not.toHaveProperty('throttle');
});

test.each([
  ['a trace is not sampled', SAMPLED.replace('Sampled=1', 'Sampled=0')],
  ['a trace is left to the function to sample', SAMPLED.replace('Sampled=1', 'Sampled=?')],
  ['there is no trace', ''],
  ['the trace is no trace', 'Root=1-2-3;Parent=x;Sampled=1'],
  ['there is no segment', `Root=${TRACE};Sampled=1`],
])('nothing is sent where %s', async (_, header) => {
  expect(await sentBy(() => getItem(videos, key()), header)).toEqual([]);
});

test('signing an address is no call', async () => {
  const signer = openUrlSigner(bench.environment);
  const signed = await sentBy(async () => {
    const { url } = await signer.sign(`thumbnails/${name}`, {
      contentType: 'image/jpeg',
      disposition: 'inline',
    });
    expect(url).toContain('Signature=');
    const { parts } = await signer.signParts(`uploads/${name}`, 'upload', [{ number: 1, size: 1 }]);
    expect(parts).toHaveLength(1);
  });
  expect(signed).toEqual([]);
});

test('of very many calls the first are sent, and of the others those that fail', async () => {
  const sent = await allSentBy(
    async () => {
      for (let i = 0; i < 260; i++) await getItem(videos, key());
      await putItem(videos, key(), condition`attribute_exists(videoId)`);
    },
    SAMPLED.replace(SEGMENT, '0000000000000001'),
  );
  expect(sent).toHaveLength(251);
  expect(sent.at(-1)).toMatchObject({ error: true });
});

test('a daemon that is gone disturbs no call', async () => {
  const gone = await startXrayDaemon();
  await gone.close();
  vi.stubEnv('_X_AMZN_TRACE_ID', SAMPLED);
  for (const address of [gone.address, '127.0.0.1:0', '127.0.0.1:99999']) {
    vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', address);
    for (let i = 0; i < 3; i++) expect(await getItem(videos, key())).toBeNull();
  }
});

test('without a daemon, clients have no step more than the SDK gives them', () => {
  const steps = () => createDynamoDb().middlewareStack.identify();
  const traced = steps();
  vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', undefined);
  const plain = steps();
  expect(traced.filter((step) => !plain.includes(step))).toEqual([expect.stringContaining('traceCalls')]);
});

/** The traces that the messages of a queue carry. */
async function tracesIn(queue: keyof typeof QUEUES): Promise<(string | undefined)[]> {
  vi.stubEnv('_X_AMZN_TRACE_ID', undefined);
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: process.env[QUEUES[queue].env],
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages.map(({ Attributes }) => Attributes?.AWSTraceHeader);
}

test('each message of a traced request carries its trace, and leads to the call that sent it', async () => {
  await bench.take('detection');
  const ids = { accountId: 'account', videoId: name, jobId: 'job' };
  const [call] = await sentBy(() =>
    openDetectionQueue(bench.environment).send([
      { kind: 'segment', segment: 0, ...ids },
      { kind: 'segment', segment: 1, ...ids },
    ]),
  );
  const carried = `Root=${TRACE};Parent=${call?.id};Sampled=1`;
  expect(await tracesIn('detection')).toEqual([carried, carried]);
});

test('a message of a request that is not sampled carries none', async () => {
  await bench.take('ingest');
  vi.stubEnv('_X_AMZN_TRACE_ID', SAMPLED.replace('Sampled=1', 'Sampled=0'));
  await openIngestQueue(bench.environment).send(`uploads/account/${name}`);
  expect(await tracesIn('ingest')).toEqual([undefined]);
});
