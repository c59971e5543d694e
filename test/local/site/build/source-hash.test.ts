import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CONSOLE_SOURCES, sourceHash } from '../../../../local/site/build/source-hash.ts';
import { RULE } from '../../../architecture/rule.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A tree with one file in every source. */
function tree() {
  const folder = temporaryFolder();
  for (const source of CONSOLE_SOURCES) {
    const file = path.extname(source) === '' ? `${source}/file.ts` : source;
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), 'content');
  }
  return folder;
}

test('every file that goes into the console, or a new one, changes the name of its build', async () => {
  using folder = tree();
  const before = await sourceHash(folder.path);
  expect(before).toMatch(/^[0-9a-f]{16}$/);
  const names = new Set([before]);
  for (const source of CONSOLE_SOURCES) {
    const file = path.extname(source) === '' ? `${source}/deeper/new.ts` : source;
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), `changed ${source}`);
    names.add(await sourceHash(folder.path));
  }
  expect(names.size).toBe(CONSOLE_SOURCES.length + 1);
});

test('neither the place of the sources nor a build among them changes it', async () => {
  using folder = tree();
  using copy = temporaryFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  mkdirSync(path.join(copy.path, 'console/dist/0123456789abcdef'), { recursive: true });
  writeFileSync(path.join(copy.path, 'console/dist/0123456789abcdef/index.html'), '');
  expect(await sourceHash(copy.path)).toBe(await sourceHash(folder.path));
});

test('what the console may import, and what that may import, is among its sources', () => {
  const reached = new Set<string>();
  const reach = (part: string): void => {
    if (reached.has(part)) return;
    reached.add(part);
    for (const next of RULE[part]?.parts ?? []) reach(next);
  };
  reach('console');
  const covered = (part: string): boolean =>
    CONSOLE_SOURCES.some((source) => part === source || part.startsWith(`${source}/`));
  expect(reached.size).toBeGreaterThan(1);
  expect([...reached].filter((part) => !covered(part))).toEqual([]);
});
