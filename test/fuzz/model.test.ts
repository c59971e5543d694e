import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { exhaustive, fuzzSeed, fuzzShare } from '../support/faults/fuzz.ts';
import { apiOf } from '../support/service/api.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service/test-service.ts';
import { applyChanges } from './model/changes.ts';
import { EDITING } from './model/editing.ts';
import { addKey, addVideo, LIVING } from './model/living.ts';
import type { Model, Real } from './model/model.ts';
import { READING } from './model/reading.ts';

const RUNS = Number(process.env.VMS_FUZZ_RUNS ?? fuzzShare(1000, 12));
/** The number of commands of a run lies evenly between none and this: 30 on average. */
const MOST_COMMANDS = 60;
const TIMEOUT = exhaustive ? 6 * 3_600_000 : 600_000;

let service: TestService;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startTestService();
  const file = path.join(await temporaryFolder('clip'), 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
  clip = new Uint8Array(await readFile(file));
});

const weighted = (weight: number) => (arbitrary: (typeof READING)[number]) => ({ weight, arbitrary });

const counter = { runs: 0, commands: 0 };

/** Two new accounts, each with a video and a key with all scopes. */
async function begin(): Promise<{ model: Model; real: Real }> {
  const run = ++counter.runs;
  const model: Model = { videos: [], keys: [], kept: new Map() };
  const handles = { one: `model-${run}-one`, other: `model-${run}-other` };
  const real: Real = { service, api: apiOf(service), handles, clip, counter };
  for (const account of ['one', 'other'] as const) {
    await addKey(model, real, { account, scopes: SCOPES, projectIds: null });
    await addVideo(model, real, account, 'First');
  }
  return { model, real };
}

test(`the API does what a model of it does, in ${RUNS} runs of up to ${MOST_COMMANDS} commands`, {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  const command = fc.oneof(
    ...READING.map(weighted(20)),
    ...EDITING.map(weighted(30)),
    weighted(60)(applyChanges),
    ...LIVING,
  );
  const commands = fc.commands([command], { maxCommands: MOST_COMMANDS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, (steps) => fc.asyncModelRun(begin, steps)),
    { seed: fuzzSeed(), numRuns: RUNS },
  );
  console.info(`${counter.runs} runs, ${counter.commands} commands, no divergence`);
});
