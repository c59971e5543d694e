/** Work that AWS does not link to its trace continues it: from the outbox to the relay, from an upload to its ingest. */
import { readFile } from 'node:fs/promises';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../../functions/sweeper/sweeper.ts';
import { QUEUES } from '../../../shared/contract/resources.ts';
import { following } from '../../../shared/kernel/logging/request-context.ts';
import { openDetectionOutbox } from '../../../shared/stores/queues/detection-outbox.ts';
import { sqs } from '../../../shared/stores/queues/sqs.ts';
import { continuing } from '../../../shared/stores/tracing/continue-trace.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { fileForm } from '../../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { provideDaemon } from '../../support/tracing/provide-daemon.ts';
import type { TraceDocument, XrayDaemon } from '../../support/tracing/xray-daemon.ts';
import { tableItems } from '../../support/videos/table-items.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROOTS = {
  request: '1-5759e988-bd862e3fe1be46a994272793',
  other: '1-5759e989-bd862e3fe1be46a994272793',
} as const;
const SEGMENT = '53995c3f42cd8ad8';

let bench: Workbench;
let daemon: XrayDaemon;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  daemon = await provideDaemon();
  bench = await startWorkbench();
  clip = new Uint8Array(await readFile(await shortClip(1)));
});

beforeEach(async () => {
  await bench.take('detection');
  await bench.take('ingest');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Does the work of a function that Lambda invokes in one of the traces. */
async function invoked<T>(
  root: keyof typeof ROOTS,
  work: () => Promise<T>,
  { name = 'function', sampled = 1 }: { name?: string; sampled?: 0 | 1 } = {},
): Promise<T> {
  vi.stubEnv('_X_AMZN_TRACE_ID', `Root=${ROOTS[root]};Parent=${SEGMENT};Sampled=${sampled}`);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', name);
  try {
    return await work();
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Datagrams take their time on a busy machine. */
const eventuallySent = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 10_000 });

/** Waits until the segment of a function has ended. @returns it, and the calls below it */
const segmentOf = (name: string, requestId: string): Promise<[TraceDocument, TraceDocument[]]> =>
  eventuallySent(() => {
    const ended = daemon.documents.find(
      (document) =>
        document.name === name && document.annotations?.requestId === requestId && !document.in_progress,
    );
    if (ended === undefined) throw new Error(`Nothing of ${name}`);
    return [ended, daemon.documents.filter(({ parent_id }) => parent_id === ended.id)] as const;
  }) as Promise<[TraceDocument, TraceDocument[]]>;

const operations = (calls: readonly TraceDocument[]) => calls.map(({ aws }) => aws?.operation);

/** The traces that the messages of the detection queue carry. */
async function tracesOfSteps(): Promise<(string | undefined)[]> {
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: process.env[QUEUES.detection.env],
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages.map(({ Attributes }) => Attributes?.AWSTraceHeader);
}

/** As a worker does: asks for a step by way of the outbox. */
const ask = (requestId: string): Promise<void> =>
  following(requestId, () =>
    openDetectionOutbox(bench.environment).send([
      { kind: 'finish', accountId: 'account', videoId: 'video', jobId: 'job' },
    ]),
  );

test.each([
  ['the relay', 'relay-1', () => bench.relay()],
  [
    'the sweeper, where the relay has not done it,',
    'sweeper-1',
    async () => {
      bench.advance(3_600_000);
      await sweep();
    },
  ],
])(
  'what a worker asks for is done by %s in the worker’s trace, which its message carries on',
  async (_, name, run) => {
    await invoked('request', () => ask(name));
    await invoked('other', run, { name });
    const [segment, calls] = await segmentOf(name, name);
    expect(segment).toMatchObject({
      trace_id: ROOTS.request,
      parent_id: SEGMENT,
      origin: 'AWS::Lambda::Function',
    });
    expect(segment).not.toHaveProperty('type');
    expect(operations(calls)).toEqual(['SendMessageBatch', 'DeleteItem']);
    expect(calls.map(({ trace_id }) => trace_id)).toEqual([ROOTS.request, ROOTS.request]);
    expect(await tracesOfSteps()).toEqual([`Root=${ROOTS.request};Parent=${calls[0]?.id};Sampled=1`]);
  },
);

test('what a worker asks for whose trace is not sampled is shown in the relay’s own', async () => {
  await invoked('request', () => ask('unsampled'), { sampled: 0 });
  const before = daemon.documents.length;
  await invoked('other', () => bench.relay());
  await eventuallySent(() => expect(operations(daemon.documents.slice(before))).toContain('DeleteItem'));
  const sent = daemon.documents.slice(before);
  expect(new Set(sent.map(({ trace_id }) => trace_id))).toEqual(new Set([ROOTS.other]));
  expect(await tracesOfSteps()).toEqual([expect.stringContaining(ROOTS.other)]);
});

test('an item with a trace that is none is relayed all the same', async () => {
  await ask('damaged');
  for await (const item of tableItems(bench.environment, 'outbox'))
    expect(item.body).not.toContain('"trace"');
  await continuing('Root=1-2-3;Parent=x;Sampled=1', () => ask('damaged'));
  await bench.relay();
  expect(await tracesOfSteps()).toEqual([undefined, undefined]);
});

test('an upload is ingested in the trace of its request, and so is the step that it asks for', async () => {
  const form = fileForm(clip, 'clip.mp4', { autoProcess: 'true' });
  const { body, headers } = await invoked('request', () =>
    bench.api<{ id: string }>('POST', '/api/videos/upload', { form }),
  );
  const requestId = headers.get('X-Request-Id') ?? '';
  const [message = ''] = (await bench.take('ingest')).filter((text) => text.includes(body.id));
  await invoked('other', () => ingest(delivery([message])), { name: 'ingest-1' });
  const [segment, calls] = await segmentOf('ingest-1', requestId);
  expect(segment.trace_id).toBe(ROOTS.request);
  expect(operations(calls)).toEqual(
    expect.arrayContaining(['GetObject', 'PutObject', 'PutItem', 'UpdateItem']),
  );

  await invoked('other', () => bench.relay(), { name: 'relay-2' });
  const [relayed] = await segmentOf('relay-2', requestId);
  expect(relayed).toMatchObject({ trace_id: ROOTS.request, parent_id: segment.id });
  expect(await tracesOfSteps()).toEqual([expect.stringContaining(ROOTS.request)]);
});

test('no answer of the API tells a trace', async () => {
  const form = fileForm(clip);
  const { body } = await invoked('request', () =>
    bench.api<{ id: string }>('POST', '/api/videos/upload', { form }),
  );
  for (const path of [`/api/videos/${body.id}`, '/api/videos'])
    expect((await bench.api('GET', path)).text).not.toContain(ROOTS.request);
});

test('work that fails is marked as a fault, and work in progress is known before it ends', async () => {
  const failing = continuing(`Root=${ROOTS.request};Parent=${SEGMENT};Sampled=1`, async () => {
    throw new Error('out of reach');
  });
  await expect(failing).rejects.toThrow('out of reach');
  const sent = await eventuallySent(() => {
    const last = daemon.documents.slice(-2);
    expect(last.at(-1)).toHaveProperty('fault');
    return last;
  });
  expect(sent).toEqual([
    expect.objectContaining({ id: sent[1]?.id, in_progress: true }),
    expect.objectContaining({ fault: true, end_time: expect.any(Number) }),
  ]);
  expect(sent[0]).not.toHaveProperty('end_time');
});
