import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confinedCommand } from '../../../../shared/media/decode/confinement/command-line.ts';
import { CompileCache } from '../../../../shared/media/decode/confinement/compile-cache.ts';
import { DEFAULT_SANDBOX_LIMITS } from '../../../../shared/media/decode/decoder-sandbox.ts';

const program = new URL('../../../../shared/media/decode/confinement-attempts.ts', import.meta.url);

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'vms-test-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(parent, { recursive: true });
});

/** What a program finds that it can reach, and what Node says of the types that it takes away. */
async function start(folder: string | undefined) {
  const [command, args] = confinedCommand(program, DEFAULT_SANDBOX_LIMITS, folder);
  const env = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [reached, diagnostics] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const stripped = diagnostics.split('\n').filter((line) => line.includes('retrieving transpile cache'));
  return { reached, stripped };
}

test('from a filled cache a program starts without taking types away, and is as confined as without', async () => {
  const folder = await new CompileCache(program, parent).fill();
  const [without, cached] = [await start(undefined), await start(folder)];
  expect(cached.reached).toBe(without.reached);
  expect(JSON.parse(cached.reached)).toBeInstanceOf(Array);
  expect(without.stripped).toEqual([]);
  expect(cached.stripped.length).toBeGreaterThan(3);
  expect(cached.stripped.filter((line) => !line.endsWith('success'))).toEqual([]);
});

test('a folder that another user owns, or could write to or link elsewhere, is not used', async () => {
  const folder = (await new CompileCache(program, parent).fill()) ?? '';
  expect(path.dirname(folder)).toBe(parent);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await chmod(folder, 0o777);
  expect(await new CompileCache(program, parent).fill()).toBeUndefined();
  await chmod(folder, 0o700);
  await rename(folder, `${folder}.moved`);
  await symlink(`${folder}.moved`, folder);
  expect(await new CompileCache(program, parent).fill()).toBeUndefined();
  await rm(folder);
  vi.spyOn(process, 'geteuid').mockReturnValue(4711);
  await mkdir(path.join(parent, 'vms-compile-cache-4711'), { mode: 0o700 });
  expect(await new CompileCache(program, parent).fill()).toBeUndefined();
});

test('the cache is filled when the program has run twice, and used from then on', async () => {
  const cache = new CompileCache(program, parent);
  cache.noteRun();
  expect(cache.folder).toBeUndefined();
  cache.noteRun();
  await expect.poll(() => cache.folder, { timeout: 20_000 }).toEqual(expect.any(String));
});

test('the next process uses the cache from its first start on, where the folder is its user’s alone', async () => {
  const folder = (await new CompileCache(program, parent).fill()) ?? '';
  expect(new CompileCache(program, parent).folder).toBe(folder);
  await chmod(folder, 0o777);
  expect(new CompileCache(program, parent).folder).toBeUndefined();
});

test('a program of a build, and one that cannot be run, have no cache', async () => {
  const fill = vi.spyOn(CompileCache.prototype, 'fill');
  const built = new CompileCache(new URL('./decoder-process.mjs', import.meta.url));
  for (let run = 0; run < 5; run++) built.noteRun();
  expect(fill).not.toHaveBeenCalled();
  expect(await new CompileCache(new URL('./missing.ts', import.meta.url), parent).fill()).toBeUndefined();
});
