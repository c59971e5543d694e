import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What the built console is made of: its own sources, the parts that it imports, what builds it, and the versions of packages. */
export const CONSOLE_SOURCES = [
  'client',
  'console',
  'local/site/build',
  'package-lock.json',
  'shared/contract',
  'shared/domain',
  'shared/kernel',
  'shared/media/container',
  'shared/media/headers',
];

/** Builds lie here, below the sources. */
const BUILDS = `console${path.sep}dist${path.sep}`;

async function filesOf(root: string, source: string): Promise<string[]> {
  if (path.extname(source) !== '') return [source];
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
    .filter((file) => !file.startsWith(BUILDS));
}

/** A name for what a build of these sources gives: 16 hex digits. */
export async function sourceHash(root: string): Promise<string> {
  const files = (await Promise.all(CONSOLE_SOURCES.map((source) => filesOf(root, source)))).flat().sort();
  const hash = createHash('sha256');
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  for (const [i, file] of files.entries()) {
    const content = contents[i] ?? Buffer.alloc(0);
    hash.update(`${file.replaceAll(path.sep, '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
