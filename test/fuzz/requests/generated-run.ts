import fc from 'fast-check';
import { expect } from 'vitest';
import type { Route } from '../../../shared/contract/route.ts';
import { exhaustive, fuzzSeed } from '../../support/faults/fuzz.ts';
import { exchange } from './exchange.ts';
import { type Asked, type GeneratedRequest, requestsOf } from './request.ts';
import { verdictBy } from './verdict.ts';
import type { World } from './world.ts';

/** From this many requests on, each operation should succeed at least once. */
const ENOUGH_FOR_ALL = 5000;
/** A failed request, as printed: only this one is sent. */
const ONLY = process.env.VMS_FUZZ_REQUEST;

interface GeneratedRun {
  apiUrl: string;
  asked: Asked;
  /** Those that `asked` describes. */
  definitions: readonly Route[];
  world: World;
  /** Texts that no answer may hold, besides those of the world. */
  secret: string;
  requests: number;
}

/** Sends generated requests. @throws at the first answer that is not as described, with how to send its request again */
export async function runGenerated({ apiUrl, asked, definitions, world, secret, requests }: GeneratedRun) {
  const check = verdictBy({ document: asked.document, routes: definitions, secrets: world.secrets });
  /** How often each operation answered with each status. */
  const answered = new Map<string, Map<number, number>>();
  const count = (operation: string, status: number): void => {
    const statuses = answered.get(operation) ?? new Map<number, number>();
    answered.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  };

  const tryOut = async (request: GeneratedRequest): Promise<void> => {
    const concrete = world.resolve(request);
    const reported = `\nVMS_FUZZ_REQUEST='${JSON.stringify(request).replaceAll("'", '\\u0027')}'`;
    const answer = await exchange(apiUrl, concrete).catch((error: unknown) => {
      throw new Error(`no answer: ${error}${reported}`);
    });
    const { route, problems } = check(concrete, answer);
    count(route === null ? 'none' : `${route.method} ${route.path}`, answer.status);
    if (answer.body.includes(secret)) problems.push('the key of the stores is disclosed');
    const lasting = await world.follow(request, answer).catch((error: unknown) => `${error}`);
    if (lasting !== undefined) problems.push(lasting);
    if (problems.length > 0) {
      throw new Error(`${problems.join('; ')}${reported}\n${answer.status} ${answer.body.slice(0, 2000)}`);
    }
  };

  const generated =
    ONLY === undefined ? requestsOf(asked) : fc.constant(JSON.parse(ONLY) as GeneratedRequest);
  const numRuns = ONLY === undefined ? requests : 1;
  await fc.assert(fc.asyncProperty(generated, tryOut), { seed: fuzzSeed(), numRuns });
  if (!exhaustive || ONLY !== undefined) return;
  for (const [operation, statuses] of [...answered].sort()) {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
    console.info(`${operation}: ${counts.join(', ')}`);
  }
  if (requests < ENOUGH_FOR_ALL) return;
  const neverSucceeded = definitions.filter(
    ({ method, path, status }) => !answered.get(`${method} ${path}`)?.has(status),
  );
  expect(neverSucceeded.map(({ key }) => key)).toEqual([]);
}
