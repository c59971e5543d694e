import { readFileSync } from 'node:fs';

/** Linux counts the processor time of ended children in units of 1/100 s, whatever the kernel's own clock (proc(5)). */
const MS_PER_TICK = 10;

/** Milliseconds of processor time that ended children of this process took, their children included. */
function childrenMs(): number {
  // The second field, the program's name in brackets, may hold spaces itself.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
  return (user + system) * MS_PER_TICK;
}

/** Milliseconds of processor time of this process; on Linux also of its ended children. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (process.platform === 'linux' ? childrenMs() : 0);
}
