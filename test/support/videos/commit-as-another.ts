import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { isTombstone, openVersions } from '../../../shared/stores/documents/versions.ts';

/** The `writeId` of versions of {@link commitAsAnother}. */
export const ANOTHER = 'another';

/** Commits the newest version again as the next one, as a writer of another process would that has come first. */
export async function commitAsAnother(environment: Environment, videoId: string): Promise<void> {
  const versions = openVersions(environment);
  const newest = await versions.newest(videoId);
  if (newest === null || isTombstone(newest)) throw new Error('The video has no version');
  await versions.put({ ...newest, version: newest.version + 1, writeId: ANOTHER });
}
