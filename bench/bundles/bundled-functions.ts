import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Functions of the container image, where nothing is bundled. */
const IN_IMAGE = new Set(['detector/detector', 'ingest/ingest']);

/** The keys of the functions that are deployed as one bundled file each. */
export function bundledFunctions(): string[] {
  const folder = path.join(import.meta.dirname, '../../functions');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length).replaceAll(path.sep, '/'))
    .filter((key) => !IN_IMAGE.has(key))
    .toSorted();
}
