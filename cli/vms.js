#!/usr/bin/env node
// Plain JavaScript that any Node of the last years can read: it finds the one that can run the rest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import process from 'node:process';

/** The first version that runs TypeScript and `using` declarations as they are. */
const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  const { main } = await import('./main.ts');
  process.exit(await main(process.argv.slice(2)));
}

const bundled = findBundledNode();
if (bundled === null) {
  console.error(
    `vms needs Node ${OLDEST_MAJOR} or newer; this is ${process.version} and no other is installed with the project.\n` +
      `Run "npm ci" in the project (it brings Node on Linux x64), or install Node ${OLDEST_MAJOR} from https://nodejs.org.`,
  );
  process.exit(1);
}
const child = spawn(bundled, process.argv.slice(1), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`${bundled} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
});

/** The Node that npm installed beside this package, or null. */
function findBundledNode() {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return null;
  }
}
