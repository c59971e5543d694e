/**
 * Runs the service's tests on stores by another author: `npm run conformance:<reference> [-- files of tests]`. The reference
 * is brought into the user's cache at the first run.
 */
import path from 'node:path';
import { installed } from './installed.ts';
import { run } from './references/command.ts';
import { REFERENCES } from './references.ts';

const ROOT = path.join(import.meta.dirname, '../..');

const [name = '', ...files] = process.argv.slice(2);
const reference = REFERENCES.find((each) => each.name === name);
if (reference === undefined) {
  throw new Error(`The reference implementations are ${REFERENCES.map((each) => each.name).join(', ')}.`);
}
// A reference implementation has a process group of its own, which Ctrl-C does not reach: it is ended with the tests.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const folder = await installed(`${reference.name}-${reference.version}`, reference.install);
await using server = await reference.start(folder);
const endpoints = reference.stores.map((store) => [`AWS_ENDPOINT_URL_${store}`, server.url]);
const config = path.join(import.meta.dirname, 'vitest.config.ts');
try {
  await run('npx', ['vitest', 'run', '--config', config, ...files], {
    cwd: ROOT,
    signal: stop.signal,
    env: {
      ...process.env,
      ...Object.fromEntries(endpoints),
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: reference.secret,
      AWS_REGION: 'us-east-1',
      VMS_JUDGE: reference.name,
    },
  });
} catch {
  process.exitCode = 1;
}
