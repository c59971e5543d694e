import { beforeAll, describe, expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { ConsoleAccount } from '../../shared/contract/schemas/console/account.ts';
import type { ConsoleKey } from '../../shared/contract/schemas/console/key.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { expectInternalError } from '../support/faults/expect-internal-error.ts';
import { faultRandom, portion, sampleOf, TIMEOUT } from '../support/faults/faults.ts';
import { injectStoreFaults, type StoreFaults, storeMoments } from '../support/faults/store-faults.ts';
import { withoutIdentities } from '../support/faults/without-identities.ts';
import { type ConsolePerson, newPerson } from '../support/identity/console-person.ts';
import { startTestIssuer, type TestIssuer } from '../support/identity/test-issuer.ts';
import { isLong } from '../support/run/long.ts';
import type { ApiRequest } from '../support/service/api.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

/** How many calls to the stores fail for each request in a short run. */
const SAMPLE = 2;
/** Calls of the authorizer, before the endpoint runs. */
const AUTHORIZING = 2;
/** More than the second in which sessions that were ended had begun, and than the minute in which a key is stored or never. */
const A_WHILE = 61_000;

const random = faultRandom();

let bench: Workbench;
let issuer: TestIssuer;
let faults: StoreFaults;

beforeAll(async () => {
  issuer = await startTestIssuer();
  bench = await startWorkbench();
  faults = injectStoreFaults();
});

/** A successful request of a person who has a video and nothing else. */
interface Scenario {
  /** Creates what the request needs. Returns the request, and what stands for the parameters of the path. */
  prepare?(person: ConsolePerson, video: string): Promise<ApiRequest & { path?: Record<string, string> }>;
  /** Answers of the repeated request that say that it has happened already. */
  repeated?: ErrorCode;
}

const KEY = { name: 'Build server', scopes: ['project:read'], projectIds: null, expiresInDays: 30 };

async function aKey({ call }: ConsolePerson): Promise<string> {
  return (await call<{ key: ConsoleKey }>('POST', 'keys', { json: KEY })).body.key.id;
}

const ofKey: Scenario = { prepare: async (person) => ({ path: { keyId: await aKey(person) } }) };

/** Requests of endpoints that need more than a person with a video. */
const SCENARIOS: Record<string, Record<string, Scenario>> = {
  'console/create-key': {
    // Without this header a retry looks like a second request.
    'with an Idempotency-Key': {
      prepare: async () => ({ json: KEY, headers: { 'Idempotency-Key': 'one' } }),
      repeated: 'KEY_ALREADY_CREATED',
    },
    'for some videos, in place of another key': {
      prepare: async (person, video) => ({
        json: { ...KEY, projectIds: [video], replaces: await aKey(person) },
        headers: { 'Idempotency-Key': 'one' },
      }),
      repeated: 'KEY_ALREADY_CREATED',
    },
  },
  'console/list-keys': { 'of a key': ofKey },
  'console/get-key': { 'of a key': ofKey },
  'console/revoke-key': { 'of a key': ofKey },
  'console/sign-out-everywhere': { 'of an open session': { repeated: 'UNAUTHENTICATED' } },
};

/** What the console shares with integrators runs the same functions, whose calls fail in another test. */
const CASES = endpointsFor('console')
  .filter(({ audience }) => audience === 'console')
  .flatMap((route) =>
    Object.entries(SCENARIOS[route.key] ?? { 'as it is': {} }).map(
      ([name, scenario]) => [`${route.method} ${route.path}, ${name}`, { route, scenario }] as const,
    ),
  );

/** Whether this run tries a case: `npm test` only one of those that only read, which have nothing to tear. */
const isTried = ([, { route }]: (typeof CASES)[number], index: number): boolean =>
  isLong || index === 0 || route.method !== 'GET';

async function prepared({ route, scenario }: { route: Route; scenario: Scenario }) {
  const person = await newPerson(bench, issuer);
  const video = await seedVideo(bench.environment, {
    account: person.account,
    parts: { ...trackedCars(['car']), variables: [{ id: 'speed', value: 1 }] },
  });
  const index = mediaKeys.frameIndex(video);
  await openMediaFiles(bench.environment).put(index, new Uint8Array(8), 'application/octet-stream');
  const { path = {}, ...request } = (await scenario.prepare?.(person, video)) ?? {};
  const values: Record<string, string> = { id: video, ...path };
  const target = route.path
    .replace('/console/api/', '')
    .replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return { person, video, call: () => person.call(route.method, target, request) };
}

/** Everything that a person can see in the console, and whether their session is open. */
async function stateOf({ person, video }: { person: ConsolePerson; video: string }): Promise<unknown> {
  bench.advance(A_WHILE);
  const isOpen = (await person.call('GET', 'account')).status;
  const { call } = await person.again();
  const read = async <Body>(target: string): Promise<Body> => {
    const { status, body } = await call<Body>('GET', target);
    expect([target, status]).toEqual([target, 200]);
    return body;
  };
  const { tier, quotas } = await read<ConsoleAccount>('account');
  const { keys } = await read<{ keys: ConsoleKey[] }>('keys');
  return withoutIdentities({
    isOpen,
    tier,
    quotas,
    keys: keys.map((key) => ({ ...key, masked: null })),
    videos: await read('search'),
    metadata: await read(`videos/${video}/metadata`),
    versions: await read(`videos/${video}/versions`),
    objects: await read(`videos/${video}/objects`),
  });
}

describe('one call to a store that fails for good, before or after it takes effect', () => {
  test.for(CASES.filter(isTried))(
    '%s: a 500 tears nothing, and the retry converges',
    { tags: 'sampled', timeout: TIMEOUT },
    async ([, one]) => {
      const { route, scenario } = one;
      const undisturbed = await prepared(one);
      let status = 0;
      const calls = await faults.count(async () => {
        status = (await undisturbed.call()).status;
      });
      expect([calls >= AUTHORIZING, status]).toEqual([true, route.status]);
      const expected = await stateOf(undisturbed);

      for (const [number, after] of portion(storeMoments(calls, sampleOf(SAMPLE), random))) {
        const disturbed = await prepared(one);
        faults.failAt(number, after);
        const answer = await disturbed.call();
        faults.heal();
        if (answer.status !== route.status) {
          expectInternalError('console', answer, number > AUTHORIZING);
          const again = await disturbed.call();
          const happened = again.status === route.status || again.body.error.code === scenario.repeated;
          expect([number, after, happened, again.body]).toEqual([number, after, true, again.body]);
        }
        expect([number, after, await stateOf(disturbed)]).toEqual([number, after, expected]);
      }
    },
  );

  test('the first request of a person makes one identity with one account, which the retry finds', async () => {
    const first = async (subject: string) => {
      const token = await issuer.token(subject, { at: bench.environment.runtime.now() });
      return () => bench.api<ConsoleAccount>('GET', '/console/api/account', { key: token });
    };
    const calls = await faults.count(await first('undisturbed'));
    for (const [number, after] of storeMoments(calls, null, random)) {
      const call = await first(`first-${number}-${after}`);
      faults.failAt(number, after);
      await call();
      faults.heal();
      const [one, two] = [await call(), await call()];
      expect([number, after, one.status, one.body.identity]).toEqual([number, after, 200, two.body.identity]);
      expect(one.body.handle).toBe(two.body.handle);
    }
  });
});
