import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rowsFor } from '../../shared/contract/audience.ts';
import type { OpenApiDocument } from '../../shared/contract/openapi/types.ts';
import { exhaustive, fuzzSeed, fuzzShare } from '../support/faults/fuzz.ts';
import { startTestService, type TestService } from '../support/service/test-service.ts';
import { exchange, type RawAnswer } from './requests/exchange.ts';
import { type GeneratedRequest, requestsOf } from './requests/request.ts';
import { judgeBy, type Verdict } from './requests/verdict.ts';
import { createWorld, type World } from './requests/world.ts';

const REQUESTS = Number(process.env.VMS_FUZZ_REQUESTS ?? fuzzShare(100_000, 800));
const TIMEOUT = exhaustive ? 6 * 3_600_000 : 600_000;
/** From this many requests on, each operation should succeed at least once. */
const ENOUGH_FOR_ALL = 5000;
/** A failed request, as printed: only this one is sent. */
const ONLY = process.env.VMS_FUZZ_REQUEST;

let service: TestService;
let world: World;
let document: OpenApiDocument;
let judge: (request: GeneratedRequest, answer: RawAnswer) => Verdict;

beforeAll(async () => {
  service = await startTestService();
  world = await createWorld(service);
  document = (await (await fetch(`${service.apiUrl}/api/openapi.json`)).json()) as OpenApiDocument;
  judge = judgeBy(document, rowsFor('integrators'), [...world.secrets, service.credentials.secretAccessKey]);
});

/** How often each operation answered with each status. */
const answered = new Map<string, Map<number, number>>();

function count(operation: string, status: number): void {
  const statuses = answered.get(operation) ?? new Map<number, number>();
  answered.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}

function report(): void {
  for (const [operation, statuses] of [...answered].sort()) {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
    console.info(`${operation}: ${counts.join(', ')}`);
  }
}

/** @throws if the answer is wrong, with how to send the request again */
async function tryOut(request: GeneratedRequest): Promise<void> {
  const concrete = world.resolve(request);
  const told = `\nVMS_FUZZ_REQUEST='${JSON.stringify(request).replaceAll("'", '\\u0027')}'`;
  const answer = await exchange(service.apiUrl, concrete).catch((error: unknown) => {
    throw new Error(`no answer: ${error}${told}`);
  });
  const { route, problems } = judge(concrete, answer);
  count(route === null ? 'none' : `${route.method} ${route.path}`, answer.status);
  await world.follow(request, answer);
  if (problems.length > 0) {
    throw new Error(`${problems.join('; ')}${told}\n${answer.status} ${answer.body.slice(0, 2000)}`);
  }
}

test(
  `${REQUESTS} generated requests: each answer is as the reference says, none is a server error`,
  async () => {
    const requests =
      ONLY === undefined ? requestsOf(document) : fc.constant(JSON.parse(ONLY) as GeneratedRequest);
    const numRuns = ONLY === undefined ? REQUESTS : 1;
    await fc.assert(fc.asyncProperty(requests, tryOut), { seed: fuzzSeed(), numRuns });
    if (!exhaustive || ONLY !== undefined) return;
    report();
    if (REQUESTS < ENOUGH_FOR_ALL) return;
    const neverSucceeded = rowsFor('integrators').filter(
      ({ method, path, status }) => !answered.get(`${method} ${path}`)?.has(status),
    );
    expect(neverSucceeded.map(({ key }) => key)).toEqual([]);
  },
  TIMEOUT,
);
