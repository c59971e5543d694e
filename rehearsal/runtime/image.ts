import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The files of an image, and the variables that it sets. */
export interface ImageFiles {
  readonly taskRoot: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface ImageOptions {
  /** Folder that `docker build` would get. */
  readonly context: string;
  /** Path of the Dockerfile below it. */
  readonly dockerfile: string;
  /** Folder to lay the files out in; created. */
  readonly taskRoot: string;
  /** Packages of this platform, in place of those that the image's own stage installs. */
  readonly nodeModules: string;
}

const run = promisify(execFile);

/**
 * Lays out the files of an image without Docker, as the last stage of its Dockerfile does: copies from the context, `ENV`, and the
 * commands of `RUN` in the folder that is the task root. Users, the base image and other stages are left out; what the stage of
 * the packages makes is linked from this installation.
 * @throws Error for an instruction that is not known, or a command that fails
 */
export async function layOutImage(options: ImageOptions): Promise<ImageFiles> {
  const { context, dockerfile, taskRoot, nodeModules } = options;
  await mkdir(taskRoot, { recursive: true });
  const environment: Record<string, string> = { LAMBDA_TASK_ROOT: taskRoot };
  const expand = (text: string): string =>
    text.replace(/\$\{(\w+)\}|\$(\w+)/g, (_, name: string, bare: string) => environment[name ?? bare] ?? '');

  const instructions: Record<string, (rest: string) => Promise<void> | void> = {
    async COPY(rest) {
      const words = rest.split(/\s+/);
      const [flags, paths] = [
        words.filter((word) => word.startsWith('--')),
        words.filter((word) => !word.startsWith('--')),
      ];
      const target = path.resolve(taskRoot, expand(paths.at(-1) ?? ''));
      if (flags.some((flag) => flag.startsWith('--from='))) {
        if (path.basename(target) === 'node_modules') await symlink(nodeModules, target);
        return;
      }
      for (const source of paths.slice(0, -1)) {
        const isInto = paths.at(-1)?.endsWith('/');
        const to = isInto ? path.join(target, path.basename(source)) : target;
        await cp(path.join(context, source), to, { recursive: true });
      }
    },
    ENV(rest) {
      for (const [, name = '', quoted, plain = ''] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g))
        environment[name] = expand(quoted ?? plain);
    },
    ARG(rest) {
      const [name = '', value] = rest.split('=', 2);
      if (value !== undefined) environment[name] ??= expand(value);
    },
    async RUN(rest) {
      const command = rest.replace(/^(--\S+\s+)+/, '');
      const env = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, ...environment };
      await run('/bin/sh', ['-c', command], { cwd: taskRoot, env });
    },
    USER: () => {},
    WORKDIR: () => {},
    CMD: () => {},
    ENTRYPOINT: () => {},
    LABEL: () => {},
  };

  for (const [name, rest] of lastStage(await readFile(path.join(context, dockerfile), 'utf8'))) {
    const instruction = instructions[name];
    if (instruction === undefined) throw new Error(`${dockerfile}: ${name} is not known to the rehearsal`);
    await instruction(rest);
  }
  return { taskRoot, environment };
}

/** The instructions after the last `FROM`, continued lines joined. */
function lastStage(dockerfile: string): [name: string, rest: string][] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line): [string, string] => {
      const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
      return [name.toUpperCase(), rest];
    });
  return lines.slice(lines.findLastIndex(([name]) => name === 'FROM') + 1);
}
