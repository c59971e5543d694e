/**
 * Runs in place of the decoder: harmlessly tries what code that has taken over the decoder would try, and writes
 * the names of what succeeded to stdout as JSON.
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import type { Reach } from './examine-confinement.ts';

const attempts: Record<Reach, () => unknown> = {
  files: () => readdirSync('/'),
  'the environment of the service': () => readFileSync(`/proc/${process.ppid}/environ`),
  processes: () => {
    const { error } = spawnSync(process.execPath, ['--version']);
    if (error) throw error;
  },
  signals: () => process.kill(process.ppid, 0),
  async network() {
    // Connecting a datagram socket sends nothing, but needs a route to the address.
    const socket = createSocket('udp4').unref();
    const connected = once(socket, 'connect');
    socket.connect(9, '127.0.0.1');
    await connected;
  },
};

const reached: string[] = [];
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    reached.push(what);
  } catch {
    // Out of reach, as it should be.
  }
}
writeSync(1, JSON.stringify(reached));
process.exit();
