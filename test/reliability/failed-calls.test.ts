import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { endpointsFor } from '../../shared/contract/audience.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { EXPORT_FORMAT_NAMES } from '../../shared/contract/export-formats.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../shared/contract/route.ts';
import { type MediaFiles, openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { expectInternalError } from '../support/faults/expect-internal-error.ts';
import { faultRandom, portion, sampleOf, TIMEOUT } from '../support/faults/faults.ts';
import { injectStoreFaults, type StoreFaults, storeMoments } from '../support/faults/store-faults.ts';
import { withoutIdentities } from '../support/faults/without-identities.ts';
import { isLong } from '../support/run/long.ts';
import { type Api, type ApiRequest, apiOf, fileForm, upload } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { examplePath } from '../support/service/example-target.ts';
import { delivery, startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { announce, sendParts } from '../support/videos/direct-upload.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

/** How many calls to the stores fail for each endpoint in a short run. */
const SAMPLE = 2;

const random = faultRandom();

let bench: Workbench;
let faults: StoreFaults;
let clip: string;
let files: MediaFiles;
let frameIndex: Uint8Array;
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  bench = await startWorkbench();
  faults = injectStoreFaults();
  clip = await shortClip(1);
  bytes = new Uint8Array(await readFile(clip));
  files = openMediaFiles(bench.environment);
  const id = await upload(bench.api, clip);
  await runIngest();
  frameIndex = (await files.get(mediaKeys.frameIndex(id))) ?? new Uint8Array();
});

/** An empty account. */
interface Account {
  handle: string;
  api: Api;
}

let accounts = 0;

async function newAccount(): Promise<Account> {
  const handle = `account-${++accounts}`;
  return { handle, api: apiAs((await createKey(bench.environment, { account: handle })).secret) };
}

const apiAs = (apiKey: string): Api => apiOf({ apiUrl: bench.apiUrl, apiKey });

async function runIngest(): Promise<void> {
  for (const body of await bench.take('ingest')) {
    expect(await ingest(delivery([body]))).toEqual({ batchItemFailures: [] });
  }
}

/** A video as ingest leaves it. */
async function processedVideo({ handle, api }: Account): Promise<string> {
  const id = await documentOnly({ handle, api });
  const accountId = (await openVideos(bench.environment).ownerOf(id)) ?? '';
  await Promise.all([
    files.put(mediaKeys.upload(accountId, id), bytes, 'video/mp4'),
    files.put(mediaKeys.frameIndex(id), frameIndex, 'application/octet-stream'),
  ]);
  return id;
}

/** A video with a document, but without a file. */
const documentOnly = ({ handle }: Account): Promise<string> =>
  seedVideo(bench.environment, {
    account: handle,
    parts: { ...trackedCars(['car']), variables: [{ id: 'speed', value: 1 }] },
  });

/** A successful call of an endpoint, in its own account. */
interface Scenario {
  /** Creates what the call needs. Returns the request. */
  prepare(account: Account): Promise<ApiRequest & { id?: string; query?: string; webhookId?: string }>;
  /** Answers of the repeated call that say that it has happened already. */
  repeated?: ErrorCode;
}

const example = ({ key, body }: Route): ApiRequest =>
  body?.kind === 'json' && !body.optional ? { json: DOCUMENTATION.get(key)?.body } : {};

const aboutDocument = (request: ApiRequest & { query?: string }): Scenario => ({
  prepare: async (account) => ({ id: await documentOnly(account), ...request }),
});

const aboutFile = (query = ''): Scenario => ({
  prepare: async (account) => ({ id: await processedVideo(account), query }),
});

const withJob: Scenario['prepare'] = async (account) => {
  const id = await processedVideo(account);
  await account.api('POST', `/api/videos/${id}/process`);
  return { id };
};

const aboutWebhook = (request: ApiRequest = {}): Scenario => ({
  async prepare({ api }) {
    const json = { url: 'https://receiver.invalid/' };
    const { body } = await api<{ webhook: { id: string } }>('POST', '/api/v1/webhooks', { json });
    return { webhookId: body.webhook.id, ...request };
  },
});

const jsonPatch = [{ op: 'replace', path: '/variables/0/value', value: 2 }];

/** Endpoints that need more than the example of their definition and a video with a document. */
const SCENARIOS: Record<string, Record<string, Scenario>> = {
  'videos/upload-video': {
    'a form': { prepare: async () => ({ form: fileForm(bytes) }) },
    'a form with an Idempotency-Key': {
      prepare: async () => ({ form: fileForm(bytes), headers: { 'Idempotency-Key': 'one' } }),
    },
    'an announcement': { prepare: async () => ({ json: { fileName: 'clip.mp4', fileSize: bytes.length } }) },
  },
  'videos/get-upload': {
    'an announced file': {
      prepare: async ({ api }) => ({ id: (await announce(api, bytes.length)).body.id }),
    },
  },
  'videos/complete-upload': {
    'a file that has arrived': {
      async prepare({ api }) {
        const { body } = await announce(api, bytes.length);
        return { id: body.id, json: { parts: await sendParts(bytes, body.upload.parts) } };
      },
    },
  },
  'videos/get-video': { 'a processed video': aboutFile() },
  'videos/delete-video': {
    'a processed video': { ...aboutFile(), repeated: 'VIDEO_NOT_FOUND' },
    'a video with a job': { prepare: withJob, repeated: 'VIDEO_NOT_FOUND' },
    'an announced file': {
      prepare: async ({ api }) => ({ id: (await announce(api, bytes.length)).body.id }),
      repeated: 'VIDEO_NOT_FOUND',
    },
  },
  'metadata/patch-metadata': {
    'the example': aboutDocument({ json: { variables: [{ id: 'speed', value: 2 }] } }),
    'with If-Match': aboutDocument({ json: { rules: [{ id: 'r' }] }, headers: { 'If-Match': '"1"' } }),
    'a section too large for the item': aboutDocument({
      json: { variables: Array.from({ length: 400 }, (_, i) => ({ id: `v${i}`, value: Math.sin(i) })) },
    }),
    'a JSON Patch': aboutDocument({
      raw: JSON.stringify(jsonPatch),
      headers: { 'Content-Type': 'application/json-patch+json' },
      query: '?baseVersion=1',
    }),
  },
  'metadata/restore-version': {
    'on the newest version': {
      ...aboutDocument({ headers: { 'If-Match': '"1"' } }),
      repeated: 'VERSION_CONFLICT',
    },
    'with an Idempotency-Key': aboutDocument({
      query: '?baseVersion=1',
      headers: { 'Idempotency-Key': 'one' },
    }),
  },
  'metadata/export-video': Object.fromEntries(
    EXPORT_FORMAT_NAMES.map((format) => [format, aboutFile(`?format=${format}`)]),
  ),
  'metadata/compare-versions': {
    'two versions': {
      async prepare(account) {
        const id = await documentOnly(account);
        await account.api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: 'v' }] } });
        return { id };
      },
    },
  },
  'objects/list-objects-in-frame': { 'a processed video': aboutFile() },
  'objects/list-objects-at-time': { 'a processed video': aboutFile('?at=0') },
  'objects/create-surface': {
    'a processed video': {
      prepare: async (account) => ({
        id: await processedVideo(account),
        json: { ...(DOCUMENTATION.get('objects/create-surface')?.body as object), frame: 3 },
      }),
    },
  },
  'processing/start-processing': { 'a processed video': aboutFile() },
  'processing/get-processing-status': { 'a job': { prepare: withJob } },
  'processing/cancel-processing': { 'a job': { prepare: withJob, repeated: 'JOB_NOT_CANCELLABLE' } },
  'webhooks/create-webhook': {
    'with an Idempotency-Key': {
      prepare: async () => ({
        json: { url: 'https://receiver.invalid/' },
        headers: { 'Idempotency-Key': 'one' },
      }),
    },
  },
  'webhooks/get-webhook': { 'a webhook': aboutWebhook() },
  'webhooks/patch-webhook': { 'a webhook': aboutWebhook({ json: { status: 'paused' } }) },
  'webhooks/delete-webhook': { 'a webhook': { ...aboutWebhook(), repeated: 'WEBHOOK_NOT_FOUND' } },
  'webhooks/rotate-secret': { 'a webhook': aboutWebhook() },
  'webhooks/test-webhook': { 'a webhook': aboutWebhook() },
  'webhooks/list-deliveries': { 'a webhook': aboutWebhook() },
  'webhooks/send-again': { 'a webhook': aboutWebhook({ json: { after: 0 } }) },
  'projects/apply-changes': {
    'on the newest revision': aboutDocument({ json: { baseRevision: 1, changes: jsonPatch } }),
  },
};

const CASES = endpointsFor('integrators')
  .filter(({ open }) => !open)
  .flatMap((route) =>
    Object.entries(SCENARIOS[route.key] ?? { 'the example': aboutDocument(example(route)) }).map(
      ([name, scenario]) => [`${route.method} ${route.path}, ${name}`, { route, scenario }] as const,
    ),
  );

/** Whether this run tries a case: `npm test` only one of those that only read, which have nothing to tear. */
const isTried = ([, { route }]: (typeof CASES)[number], index: number): boolean =>
  isLong || index === 0 || route.method !== 'GET';

const ABOUT_VIDEO = ['', '/metadata', '/versions', '/objects', '/upload', '/process/status'];

/** Lists show copies of the newest revision's number and date, which may lag behind. */
const withoutCopies = (project: object): object => ({ ...project, revision: null, updatedAt: null });

/** Everything that an account can see, and the pending work. */
async function stateOf({ api }: Account): Promise<unknown> {
  const read = async (target: string): Promise<unknown> => {
    const { status, body } = await api<unknown>('GET', target);
    expect([target, status < 500]).toEqual([target, true]);
    return body;
  };
  const list = (await read('/api/videos')) as { videos: { id: string }[] };
  const projects = ((await read('/api/v1/projects')) as { projects: object[] }).projects.map(withoutCopies);
  const videos: unknown[] = [];
  for (const { id } of list.videos) {
    for (const part of ABOUT_VIDEO) videos.push(await read(`/api/videos/${id}${part}`));
  }
  return withoutIdentities({ list, projects, videos });
}

/** The messages of a job that are not obsolete, without repetitions. */
async function liveMessages(account: Account): Promise<unknown> {
  const { body } = await account.api<{ videos: { id: string }[] }>('GET', '/api/videos');
  const live = new Set<string>();
  for (const { id } of body.videos) {
    const job = await account.api<{ jobId: string; status: string }>(
      'GET',
      `/api/videos/${id}/process/status`,
    );
    if (job.body.status === 'queued') live.add(job.body.jobId);
  }
  const bodies = new Set(await bench.take('detection'));
  const messages = [...bodies].map((message) => JSON.parse(message)).filter(({ jobId }) => live.has(jobId));
  return withoutIdentities(messages);
}

async function settledState(account: Account): Promise<unknown> {
  await runIngest();
  return { ...((await stateOf(account)) as object), messages: await liveMessages(account) };
}

async function prepared({ route, scenario }: { route: Route; scenario: Scenario }) {
  const account = await newAccount();
  const { id = '', query = '', webhookId, ...request } = await scenario.prepare(account);
  await runIngest();
  // A key that was never used, so that the authorizer records its use.
  const { secret } = await createKey(bench.environment, { account: account.handle });
  const target = examplePath(route, id, 'car', { ...(webhookId !== undefined && { webhookId }) }) + query;
  return { account, call: () => apiAs(secret)(route.method, target, request) };
}

describe('one call to a store that fails for good, before or after it takes effect', () => {
  /** Calls of the authorizer, before the endpoint runs. */
  const authorizing = 3;

  test.for(CASES.filter(isTried))(
    '%s: a 500 tears nothing, and the retry converges',
    { tags: 'sampled', timeout: TIMEOUT },
    async ([, one]) => {
      const { route, scenario } = one;
      const undisturbed = await prepared(one);
      const calls = await faults.count(undisturbed.call);
      expect(calls).toBeGreaterThanOrEqual(authorizing);
      const expected = await settledState(undisturbed.account);

      for (const [number, after] of portion(storeMoments(calls, sampleOf(SAMPLE), random))) {
        const { account, call } = await prepared(one);
        faults.failAt(number, after);
        const answer = await call();
        faults.heal();
        if (answer.status !== route.status) {
          expectInternalError('integrators', answer, number > authorizing);
          await stateOf(account);
          const again = await call();
          const successes: (number | undefined)[] = [route.status, route.unchangedStatus];
          const happened = successes.includes(again.status) || again.body.error.code === scenario.repeated;
          expect([number, after, happened, again.body]).toEqual([number, after, true, again.body]);
        }
        expect([number, after, await settledState(account)]).toEqual([number, after, expected]);
      }
    },
  );

  test('a revision whose copy for lists could not be written is in the list with the next write', async () => {
    bench.stopTime();
    const account = await newAccount();
    const id = await documentOnly(account);
    const patch = () =>
      account.api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, { json: { rules: [] } });
    const listed = async () => {
      const { body } = await account.api<{ projects: { revision: number }[] }>('GET', '/api/v1/projects');
      return body.projects[0]?.revision;
    };
    expect(await listed()).toBe(1);
    const last = await faults.count(patch);
    faults.failAt(last, false);
    expect((await patch()).body.version).toBe(3);
    faults.heal();
    expect(await listed()).toBe(2);
    expect((await patch()).body.version).toBe(4);
    expect(await listed()).toBe(4);
  });
});
