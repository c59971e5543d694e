/**
 * Runs the service's tests on stores by another author: `npm run conformance:<judge> [-- files of tests]`. The judge
 * is brought into the user's cache at the first run.
 */
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { run } from './judges/command.ts';
import type { Judge } from './judges/judge.ts';
import { JUDGES } from './judges.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The folder that holds it, installed where it was not, or where an installation broke off. */
async function installed(judge: Judge): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  const folder = path.join(cache, 'vms-judges', `${judge.name}-${judge.version}`);
  const marker = path.join(folder, 'installed');
  const isThere = await access(marker).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  console.log(`Installing ${judge.name} ${judge.version} into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await judge.install(folder);
  await writeFile(marker, '');
  return folder;
}

const [name = '', ...files] = process.argv.slice(2);
const judge = JUDGES.find((each) => each.name === name);
if (judge === undefined) {
  throw new Error(`The judges are ${JUDGES.map((each) => each.name).join(', ')}.`);
}
// A judge has a process group of its own, which Ctrl-C does not reach: it is ended with the tests.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
await using server = await judge.start(await installed(judge));
const endpoints = judge.stores.map((store) => [`AWS_ENDPOINT_URL_${store}`, server.url]);
const config = path.join(import.meta.dirname, 'vitest.config.ts');
try {
  await run('npx', ['vitest', 'run', '--config', config, ...files], {
    cwd: ROOT,
    signal: stop.signal,
    env: {
      ...process.env,
      ...Object.fromEntries(endpoints),
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: judge.secret,
      AWS_REGION: 'us-east-1',
      VMS_JUDGE: judge.name,
    },
  });
} catch {
  process.exitCode = 1;
}
