import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterFile } from './after-file.ts';

/** Arguments of `unshare` for a mount namespace whose mounts no other process sees. */
const NAMESPACE = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];
const mountCommand = (folder: string, mebibytes: number) =>
  `mount -t tmpfs -o size=${mebibytes}m,mode=700 tmpfs '${folder}'`;

/** Whether a small file system can be mounted here: this needs Linux, and root or user namespaces. */
export function canMount(folder: string): boolean {
  return spawnSync('unshare', [...NAMESPACE, 'sh', '-c', mountCommand(folder, 1)]).status === 0;
}

/** Runs a command of the shell on a full file system of `mebibytes` MiB at `folder`, which has what `original` holds. */
export function runOnFullDisk(
  { folder, mebibytes, original }: { folder: string; mebibytes: number; original: string },
  command: string,
): { code: number | null; stdout: string; stderr: string } {
  mkdirSync(folder, { recursive: true });
  const fill = `cp -r '${original}/.' '${folder}' && ! head -c ${mebibytes}M /dev/zero 2>/dev/null >'${folder}/filler'`;
  const script = `${mountCommand(folder, mebibytes)} && ${fill} && exec ${command}`;
  const { status: code, stdout, stderr } = spawnSync('unshare', [...NAMESPACE, 'sh', '-c', script]);
  return { code, stdout: String(stdout), stderr: String(stderr) };
}

interface SmallDisk {
  /** Where this process sees the service's data folder. */
  readonly dataDir: string;
  /** How to reach the next service on it: the first, or the one that is started after a kill. */
  nextService(): Promise<{ apiUrl: string; apiKey: string; pid: number }>;
  /** Fills the disk. */
  fill(): void;
  makeRoom(): void;
}

/** Runs the service on a file system of `mebibytes` MiB at `folder`; it ends with the tests of this file. */
export function serviceOnSmallDisk(folder: string, mebibytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const script = path.join(import.meta.dirname, 'run-service.ts');
  const loop = `${mountCommand(folder, mebibytes)} && while '${process.execPath}' '${script}' '${folder}'; [ $? -gt 128 ]; do :; done`;
  const shell = spawn('unshare', [...NAMESPACE, 'sh', '-c', loop], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const exited = once(shell, 'exit');
  afterFile(async () => {
    process.kill(-(shell.pid ?? 0), 'SIGKILL');
    await exited;
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const dataDir = `/proc/${shell.pid}/root${folder}`;
  const filler = path.join(dataDir, 'filler');

  return {
    dataDir,
    nextService: async () => JSON.parse(String((await lines.next()).value)),
    fill() {
      const file = openSync(filler, 'a');
      for (const bytes of [1024 * 1024, 4096, 1]) {
        const chunk = Buffer.alloc(bytes, 1);
        try {
          for (;;) writeSync(file, chunk);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
  };
}
