import { readFile } from 'node:fs/promises';

/** The version of the project that the command is part of. */
export async function projectVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
