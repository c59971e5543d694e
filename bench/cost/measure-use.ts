import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { createClient } from '../../client/client.ts';
import { feedOutbox } from '../../local/events/outbox-feed.ts';
import { loadFunction } from '../../local/functions/function-modules.ts';
import { startService } from '../../local/service.ts';
import { announce as announcer } from '../../shared/contract/messages.ts';
import { relay as relayFunction } from '../../shared/contract/outbox.ts';
import { TABLES } from '../../shared/contract/resources.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { type Environment, provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { type Runtime, systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { CONSOLE_CALLS } from './console-calls.ts';
import { ENDPOINT_CALLS, type EndpointCall, newSubject, uploadForm } from './endpoint-calls.ts';
import { consolePeople } from './measure-console.ts';
import { loadMetered, type MeteredUse, meterStores } from './meter.ts';
import { nextWork } from './queued-work.ts';
import { addUse, noUse, type Use } from './use.ts';

export type EndpointUse = Pick<EndpointCall, 'route' | 'variant'> & MeteredUse;

/** What the service uses of the stores: each endpoint a request, each queue-fed function a message. */
export interface MeasuredUse {
  endpoints: EndpointUse[];
  /** The authorizer's first request of a minute, when it notes that the key was used. */
  firstOfMinute: Use;
  /** The console's authorizer at the first request of a person, for whom it makes an account. */
  firstRequest: Use;
  /** What puts an upload into the queue. */
  announce: Use;
  /** A small file until it is processed. */
  ingest: Use;
  /** A segment of a detection job, with {@link SEGMENT_SAMPLES} samples. */
  segment: Use;
  /** The end of a detection job that has two segments and finds nothing. */
  finish: Use;
  /** A run of the sweeper that finds nothing to do. */
  sweep: Use;
  /** The only unit of a surface in a short clip, with the finish. */
  surface: Use;
  /** What the relay does for a worker that begins with a message: it changes how long that is hidden. */
  relay: Use;
}

/** Just long enough for two segments; the worker of the second continues with the finish. */
const CLIP = { seconds: 52, width: 160, height: 90, fps: 5 };

const { boundaries } = planSegments(
  Array.from({ length: CLIP.seconds * CLIP.fps }, (_, frame) => frame),
  [0],
  CLIP.width * CLIP.height,
);
if (boundaries.length !== 3) throw new Error(`${boundaries.length - 1} segments instead of two`);

/** Samples in the first of two segments, at five a second. */
export const SEGMENT_SAMPLES = boundaries[1] ?? 0;

/** Without `Idempotency-Key`: the document states its cost separately, since callers need not send one. */
const withoutKey: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('Idempotency-Key');
  return fetch(url, { ...init, headers });
};

/** Measures the use of everything, one thing after the other, on the whole service in this process. */
export async function measureUse(): Promise<MeasuredUse> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-cost-'));
  const clip = path.join(folder.path, 'clip.mp4');
  await synthesizeClip(clip, CLIP);
  // A clock that advances with each reading, so slowly that the key's last use is recorded once, and by what is slept.
  let time = systemRuntime.now();
  const random = seededRandom(1);
  let onSleep = (_: number): void => {};
  const runtime: Runtime = {
    ...systemRuntime,
    now: () => ++time,
    // Ids are as long however they were drawn, but not once they are compressed.
    randomBytes: (count) => Uint8Array.from({ length: count }, () => 256 * random()),
    elapsed: () => time,
    // How often a message is hidden again depends on how fast this machine is.
    every: () => ({ [Symbol.dispose]() {} }),
    async sleep(milliseconds) {
      time += milliseconds;
      onSleep(milliseconds);
    },
  };
  const environment: Environment = { variables: process.env, runtime };
  provideEnvironment(environment);
  const { apiUrl, apiKey, close } = await startService({
    dataDir: path.join(folder.path, 'data'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    worker: false,
    // The meter is in this process.
    functionThread: false,
    load: loadMetered,
  });
  try {
    const meter = meterStores();
    onSleep = meter.sleep;
    const queued = new Map<string, Use[]>();
    const relayed: Use[] = [];
    const outbox = feedOutbox(process.env[TABLES.outbox.env] ?? '', {
      async invoke(event) {
        const handler = await loadFunction(relayFunction.key);
        let answer: unknown;
        const { function: use } = await meter.of(async () => {
          answer = await handler(event, {});
        });
        relayed.push(use);
        return answer as DynamoDBBatchResponse;
      },
      onError(error) {
        throw error;
      },
    });
    const subject = newSubject({
      client: createClient({ apiUrl, apiKey, fetch: withoutKey }),
      apiUrl,
      clip: new Uint8Array(await readFile(clip)),
      async workOff() {
        for (let work = await nextWork(); work !== null; work = await nextWork()) {
          const { function: use } = await meter.of(work.run);
          queued.set(work.kind, [...(queued.get(work.kind) ?? []), use]);
          await outbox.look();
        }
      },
    });
    const sweeper = await loadFunction('sweeper/sweeper');
    const { function: sweep } = await meter.of(() => sweeper({}, {}));
    const announcing = await loadFunction(announcer.key);
    const upload = { detail: { object: { key: 'uploads/of-nobody' } } };
    const { function: announce } = await meter.of(() => announcing(upload, {}));
    const { authorizer: firstOfMinute } = await meter.of(() => subject.client.call(whoami));
    // The first video creates the account's counts.
    await uploadForm(subject);

    const endpoints: EndpointUse[] = [];
    const measure = async (calls: readonly EndpointCall[]): Promise<void> => {
      for (const { route, variant, prepare, request } of calls) {
        await prepare?.(subject);
        endpoints.push({ route, ...(variant && { variant }), ...(await meter.of(() => request(subject))) });
      }
    };
    await measure(ENDPOINT_CALLS);
    const [ingest = noUse()] = queued.get('ingest')?.slice(-1) ?? [];
    const [segment = noUse(), last = noUse()] = queued.get('segment')?.slice(-2) ?? [];
    const [surface = noUse()] = queued.get('surface')?.slice(-1) ?? [];
    const [relay = noUse()] = relayed;

    await using people = await consolePeople({ apiUrl, fetch: withoutKey }, environment);
    const { authorizer: firstRequest } = await meter.of(people.firstRequest);
    await uploadForm(subject);
    subject.client = await people.signIn();
    await measure(CONSOLE_CALLS);
    await outbox.close();
    return {
      endpoints,
      firstOfMinute,
      firstRequest,
      announce,
      ingest,
      segment,
      finish: addUse([last, 1], [segment, -1]),
      sweep,
      surface,
      relay,
    };
  } finally {
    await close();
  }
}
