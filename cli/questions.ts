import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from './printable.ts';

/** Asks on the terminal; anything but a yes means no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  return /^y(es)?$/i.test(await lines.question(`${printable(question)} [y/N] `, { signal }));
}

/** Asks on the terminal for a line that is not shown while it is typed. */
export async function askHidden(question: string, signal: AbortSignal): Promise<string> {
  const nowhere = new Writable({ write: (_, __, done) => done() });
  using lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The terminal leaves Ctrl-C to whoever reads its keys.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Only now: what is typed at once is not shown, either.
  process.stderr.write(`${printable(question)}: `);
  try {
    return await lines.question('', { signal });
  } finally {
    process.stderr.write('\n');
  }
}
