import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { createClient } from '../../client/client.ts';
import { loadFunction } from '../../local/functions/function-modules.ts';
import { startService } from '../../local/service.ts';
import { announce as announcer } from '../../shared/contract/messages.ts';
import { relay as relayFunction } from '../../shared/contract/outbox.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import { uploadVideo } from '../../shared/contract/routes/videos.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { type Environment, provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { type Runtime, systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { relayItems } from '../../test/support/service/outbox-items.ts';
import { JOBS, jobOf, lastSegment } from '../hot/job-writes.ts';
import { CONSOLE_CALLS } from './console-calls.ts';
import { ENDPOINT_CALLS, type EndpointCall, newSubject, uploadForm } from './endpoint-calls.ts';
import type { KeyUse } from './key-use.ts';
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
  /**
   * What each of these took by partition key at last, by its name here; endpoints by their keys and variants. `idempotent`: an
   * announcement of an upload under an `Idempotency-Key`; `finish`: with the segment before it.
   */
  keys: Map<string, readonly KeyUse[]>;
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
    detector: modelManifest.fallback,
    worker: false,
    // The meter is in this process.
    functionThread: false,
    load: loadMetered,
  });
  try {
    const meter = meterStores();
    onSleep = meter.sleep;
    const keys: MeasuredUse['keys'] = new Map();
    const meterOf = async (name: string, work: () => Promise<unknown>): Promise<MeteredUse> => {
      const metered = await meter.of(work);
      keys.set(name, metered.keys);
      return metered;
    };
    const queued = new Map<string, MeteredUse[]>();
    const relayed: Use[] = [];
    const relayAll = () =>
      relayItems(environment, async (event) => {
        const handler = await loadFunction(relayFunction.key);
        let answer: unknown;
        const { function: use } = await meterOf('relay', async () => {
          answer = await handler(event, {});
        });
        relayed.push(use);
        return answer as DynamoDBBatchResponse;
      });
    const subject = newSubject({
      client: createClient({ apiUrl, apiKey, fetch: withoutKey }),
      apiUrl,
      clip: new Uint8Array(await readFile(clip)),
      async workOff() {
        for (let work = await nextWork(); work !== null; work = await nextWork()) {
          const metered = await meter.of(work.run);
          queued.set(work.kind, [...(queued.get(work.kind) ?? []), metered]);
          await relayAll();
        }
      },
    });
    const sweeper = await loadFunction('sweeper/sweeper');
    // The first run begins a walk over the blobs.
    await sweeper({}, {});
    const { function: sweep } = await meterOf('sweep', () => sweeper({}, {}));
    const announcing = await loadFunction(announcer.key);
    const upload = { detail: { object: { key: 'uploads/of-nobody' } } };
    const { function: announce } = await meterOf('announce', () => announcing(upload, {}));
    const { authorizer: firstOfMinute } = await meterOf('firstOfMinute', () => subject.client.call(whoami));
    // The first video creates the account's counts.
    await uploadForm(subject);

    const endpoints: EndpointUse[] = [];
    const measure = async (calls: readonly EndpointCall[]): Promise<void> => {
      for (const { route, variant, prepare, request } of calls) {
        await prepare?.(subject);
        const name = [route, ...(variant ? [variant] : [])].join(', ');
        const metered = await meterOf(name, () => request(subject));
        endpoints.push({ route, ...(variant && { variant }), ...metered });
      }
    };
    await measure(ENDPOINT_CALLS);
    const lastOf = (kind: string, count: number) => queued.get(kind)?.slice(-count) ?? [];
    const [segment, last] = lastOf('segment', 2);
    const [[ingest], [surface]] = [lastOf('ingest', 1), lastOf('surface', 1)];
    for (const [name, metered] of Object.entries({ ingest, segment, finish: last, surface }))
      keys.set(name, metered?.keys ?? []);
    const ofFunction = (metered?: MeteredUse): Use => metered?.function ?? noUse();
    const [relay = noUse()] = relayed;

    await using people = await consolePeople({ apiUrl, fetch: withoutKey }, environment);
    const { authorizer: firstRequest } = await meterOf('firstRequest', people.firstRequest);
    await uploadForm(subject);
    subject.client = await people.signIn();
    await measure(CONSOLE_CALLS);
    await meterOf('idempotent', () =>
      createClient({ apiUrl, apiKey }).send(uploadVideo, {
        body: () => JSON.stringify({ fileName: 'clip.mp4', fileSize: subject.clip.length }),
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    for (const { segments } of JOBS) await meterOf(jobOf(segments), await lastSegment(environment, segments));
    return {
      endpoints,
      firstOfMinute,
      firstRequest,
      announce,
      ingest: ofFunction(ingest),
      segment: ofFunction(segment),
      finish: addUse([ofFunction(last), 1], [ofFunction(segment), -1]),
      sweep,
      surface: ofFunction(surface),
      relay,
      keys,
    };
  } finally {
    await close();
  }
}
