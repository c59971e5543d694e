import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseDockerfile, type Stage } from './dockerfile.ts';

/** The files of an image, and the variables that it sets. */
interface ImageFiles {
  readonly taskRoot: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface ImageOptions {
  /** Folder that `docker build` would get. */
  readonly context: string;
  /** Path of the Dockerfile below it. */
  readonly dockerfile: string;
  /** Folder to lay the files out in; created. */
  readonly folder: string;
  /** Packages of this platform, in place of those that `npm ci` would install. */
  readonly nodeModules: string;
}

/** A stage that is laid out: its files, and what later instructions see. */
interface LaidOut {
  readonly root: string;
  workdir: string;
  readonly variables: Record<string, string>;
  /** Of these, what the image sets for its processes. */
  readonly environment: Record<string, string>;
}

const run = promisify(execFile);

/** Where Lambda's base images expect a function's files. */
const TASK_ROOT = '/var/task';
const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;

/**
 * Lays out the files of an image without Docker, as its Dockerfile does: stages, copies, variables, and the commands of `RUN`, for
 * this machine's platform. Base images are empty, users are left out, and `npm ci` is replaced by this installation.
 * @throws Error for an instruction that is not known, or a command that fails
 */
export async function layOutImage(options: ImageOptions): Promise<ImageFiles> {
  const { context, dockerfile, folder } = options;
  const { args, stages } = parseDockerfile(await readFile(path.join(context, dockerfile), 'utf8'));
  const globals: Record<string, string> = { BUILDARCH: ARCHITECTURE, TARGETARCH: ARCHITECTURE };
  for (const arg of args) define(globals, arg);

  const layOut = async (stage: Stage, root: string): Promise<LaidOut> => {
    const base = expand(stage.base, globals);
    const below = stages.find(({ name }) => name === base);
    const laidOut = below === undefined ? await emptyBase(root) : await layOut(below, root);
    for (const [name, rest] of stage.instructions) await follow(name, rest, laidOut);
    return laidOut;
  };

  const follow = async (name: string, rest: string, at: LaidOut): Promise<void> => {
    const here = path.join(at.root, at.workdir);
    if (name === 'ARG') {
      const [variable = ''] = rest.split('=', 1);
      if (variable in globals) at.variables[variable] = globals[variable] ?? '';
      else define(at.variables, rest);
    } else if (name === 'ENV') {
      for (const [, variable = '', quoted, plain = ''] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)) {
        at.variables[variable] = expand(quoted ?? plain, at.variables);
        at.environment[variable] = at.variables[variable];
      }
    } else if (name === 'WORKDIR') {
      at.workdir = path.posix.resolve(at.workdir, expand(rest, at.variables));
      await mkdir(path.join(at.root, at.workdir), { recursive: true });
    } else if (name === 'RUN') {
      if (/\bnpm ci\b/.test(rest)) await symlink(options.nodeModules, path.join(here, 'node_modules'));
      else await execute(rest, here, at.variables);
    } else if (name === 'COPY') await copy(rest, at);
    else if (!WITHOUT_FILES.has(name))
      throw new Error(`${dockerfile}: ${name} is not known to the rehearsal`);
  };

  const copy = async (rest: string, at: LaidOut): Promise<void> => {
    const words = rest.split(/\s+/);
    const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1];
    const paths = words.filter((word) => !word.startsWith('--'));
    const to = paths.pop() ?? '';
    const source = from === undefined ? context : (await layOutOnce(from)).root;
    const target = path.join(at.root, path.posix.resolve(at.workdir, expand(to, at.variables)));
    for (const one of paths) {
      // A folder's content is copied, a file by its name where the target is a folder.
      const into =
        to.endsWith('/') && path.extname(one) !== '' ? path.join(target, path.basename(one)) : target;
      await cp(path.join(source, one), into, { recursive: true, verbatimSymlinks: true });
    }
  };

  const others = new Map<string, Promise<LaidOut>>();
  const layOutOnce = (name: string): Promise<LaidOut> => {
    const stage = stages.find((one) => one.name === name);
    if (stage === undefined) throw new Error(`${dockerfile} has no stage ${name}`);
    const laidOut = others.get(name) ?? layOut(stage, path.join(folder, name));
    others.set(name, laidOut);
    return laidOut;
  };

  const last = stages.at(-1);
  if (last === undefined) throw new Error(`${dockerfile} has no stage`);
  const { root, environment } = await layOut(last, path.join(folder, 'image'));
  return { taskRoot: path.join(root, TASK_ROOT), environment };
}

/** What changes who runs, and what, but no file. */
const WITHOUT_FILES = new Set(['USER', 'CMD', 'ENTRYPOINT', 'LABEL', 'SHELL', 'STOPSIGNAL', 'HEALTHCHECK']);

async function emptyBase(root: string): Promise<LaidOut> {
  const taskRoot = path.join(root, TASK_ROOT);
  await mkdir(taskRoot, { recursive: true });
  return { root, workdir: TASK_ROOT, variables: { LAMBDA_TASK_ROOT: taskRoot }, environment: {} };
}

async function execute(rest: string, cwd: string, variables: Record<string, string>): Promise<void> {
  const command = rest.replace(/^(--\S+\s+)+/, '');
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, ...variables };
  await run('/bin/sh', ['-c', command], { cwd, env });
}

/** Enters an argument with its default. */
function define(variables: Record<string, string>, arg: string): void {
  const [name = '', value = ''] = arg.split(/=(.*)/s);
  variables[name] ??= expand(value, variables);
}

const expand = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(
    /\$\{(\w+)\}|\$(\w+)/g,
    (_, name: string | undefined, bare: string) => variables[name ?? bare] ?? '',
  );
