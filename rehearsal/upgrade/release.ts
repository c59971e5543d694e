import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type CodeOf, imageLayouts, synthesizedCode } from '../deployment/function-code.ts';
import { readStacks, type SynthesizedStack } from '../template/stacks.ts';

const run = promisify(execFile);
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The client of a release and the definitions of the endpoints that it calls. */
export interface ReleaseApi {
  readonly createClient: typeof import('../../client/client.ts').createClient;
  readonly videos: typeof import('../../shared/contract/routes/videos.ts');
  readonly metadata: typeof import('../../shared/contract/routes/metadata.ts');
  readonly objects: typeof import('../../shared/contract/routes/objects.ts') &
    typeof import('../../shared/contract/routes/object-queries.ts');
  readonly processing: typeof import('../../shared/contract/routes/processing.ts');
  readonly projects: typeof import('../../shared/contract/routes/projects.ts');
  readonly account: typeof import('../../shared/contract/routes/account.ts');
  readonly console: typeof import('../../shared/contract/routes/console/account.ts');
  readonly keys: typeof import('../../shared/contract/routes/console/keys.ts');
}

/** A release as it is deployed, and as its users and operators call it. */
export interface Release {
  readonly name: string;
  readonly stacks: readonly SynthesizedStack[];
  readonly codeOf: CodeOf;
  readonly api: ReleaseApi;
  /** The operators' command. */
  readonly vms: string;
}

export async function apiOf(checkout: string): Promise<ReleaseApi> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(checkout, file)).href);
  const route = async (name: string) => (await load(`shared/contract/routes/${name}.ts`)) as object;
  const { createClient } = (await load('client/client.ts')) as Pick<ReleaseApi, 'createClient'>;
  return {
    createClient,
    videos: await route('videos'),
    metadata: await route('metadata'),
    // Earlier releases have all of them in one file.
    objects: { ...(await route('objects')), ...(await route('object-queries').catch(() => ({}))) },
    processing: await route('processing'),
    projects: await route('projects'),
    account: await route('account'),
    console: await route('console/account'),
    keys: await route('console/keys'),
  } as ReleaseApi;
}

/**
 * Makes a release of a checkout, by its own synth.
 * @param folder for what is made
 */
export async function releaseOf(name: string, checkout: string, folder: string): Promise<Release> {
  const assembly = path.join(folder, 'assembly');
  const modules = path.join(checkout, 'node_modules');
  const cdk = path.join(modules, 'aws-cdk/bin/cdk');
  await run(process.execPath, [cdk, 'synth', '--quiet', '--output', assembly], {
    cwd: checkout,
    // `cdk.json` calls `node`.
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    maxBuffer: 64 * 1024 * 1024,
  });
  return {
    name,
    stacks: await readStacks(assembly),
    codeOf: synthesizedCode(assembly, imageLayouts(assembly, path.join(folder, 'images'), modules)),
    api: await apiOf(checkout),
    vms: path.join(checkout, 'cli/vms.js'),
  };
}

/**
 * The checkout that is meant by a folder or a revision of git; of a revision a copy is made, whose packages are those of this checkout
 * where both want the same, else they are installed.
 * @param folder for the copy
 */
export async function checkoutOf(from: string, folder: string): Promise<string> {
  if (existsSync(path.join(from, 'cdk.json'))) return path.resolve(from);
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, '..', 'archive.tar');
  await run('git', ['archive', '--output', archive, from], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', folder]);
  const lock = (checkout: string): Promise<string> =>
    readFile(path.join(checkout, 'package-lock.json'), 'utf8');
  if ((await lock(folder)) === (await lock(ROOT)))
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return folder;
}
