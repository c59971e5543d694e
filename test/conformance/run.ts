/**
 * Runs the service's tests on stores by another author: `npm run conformance:<judge> [-- files of tests]`. The judge
 * is brought into the user's cache at the first run.
 */
import path from 'node:path';
import { installed } from './installed.ts';
import { run } from './judges/command.ts';
import { JUDGES } from './judges.ts';

const ROOT = path.join(import.meta.dirname, '../..');

const [name = '', ...files] = process.argv.slice(2);
const judge = JUDGES.find((each) => each.name === name);
if (judge === undefined) {
  throw new Error(`The judges are ${JUDGES.map((each) => each.name).join(', ')}.`);
}
// A judge has a process group of its own, which Ctrl-C does not reach: it is ended with the tests.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const folder = await installed(`${judge.name}-${judge.version}`, judge.install);
await using server = await judge.start(folder);
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
