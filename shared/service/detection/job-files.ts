import { gunzipSync, gzipSync } from 'node:zlib';
import type { MediaFiles } from '../../stores/files/media-files.ts';

/** Stores what one step of a job leaves for the next: gzipped JSON. */
export const writeJobFile = (files: MediaFiles, key: string, value: unknown): Promise<void> =>
  files.put(key, gzipSync(JSON.stringify(value)), 'application/gzip');

/** @throws Error when an earlier step has not left it */
export async function readJobFile<Value>(files: MediaFiles, key: string): Promise<Value> {
  return (await openJobFile<Value>(files, key))();
}

/**
 * Reads what an earlier step has left, and unpacks it each time it is asked for: packed it takes a tenth of the memory.
 * @throws Error when an earlier step has not left it
 */
export async function openJobFile<Value>(files: MediaFiles, key: string): Promise<() => Value> {
  const bytes = await files.get(key);
  if (bytes === null) throw new Error(`${key} is missing`);
  return () => JSON.parse(gunzipSync(bytes).toString('utf8')) as Value;
}
