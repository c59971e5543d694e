import { readdirSync, readFileSync } from 'node:fs';

/** A process and what it has started, the process first: dead, it starts nothing more. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    // The command's name is in brackets and may have any character.
    const [, parent] = /\) \S (\d+) /.exec(statusOf(`/proc/${name}/stat`)) ?? [];
    if (/^\d+$/.test(name) && parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const below = (one: number): number[] => [
    one,
    ...[...parents].filter(([, parent]) => parent === one).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

const statusOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** Ends a process and all that it has started, whatever their groups. */
export function killTree(pid: number): void {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}

/** The most memory that any process of a tree has held, in MB. */
export const peakMbOf = (pid: number): number =>
  Math.max(
    0,
    ...treeOf(pid).map((one) => {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf(`/proc/${one}/status`)) ?? [];
      return Math.ceil(Number(kilobytes ?? 0) / 1024);
    }),
  );
