import type { KeyHistory } from '../../stores/restore/object-history.ts';

/**
 * The delete markers to remove, newest first, so that an object is there again that was there at a moment and has been deleted
 * since. The service writes no key again that it has deleted. S3 notes whole seconds: of what happened in that second, an
 * upload counts as before the moment and a deletion as after it. What is brought back in excess, the sweeper takes away.
 * @param at epoch milliseconds, of a whole second
 */
export function markersSince({ isDeleted, versions, markers }: KeyHistory, at: number): string[] {
  const since = markers.filter(({ modifiedAt }) => modifiedAt >= at);
  const standing = versions.filter(({ modifiedAt }) => modifiedAt <= at);
  if (!isDeleted || standing.length === 0) return [];
  const newest = Math.max(...standing.map(({ modifiedAt }) => modifiedAt));
  const wasDeleted = markers.some(({ modifiedAt }) => modifiedAt < at && modifiedAt >= newest);
  if (wasDeleted) return [];
  return since.toSorted((a, b) => b.modifiedAt - a.modifiedAt).map(({ versionId }) => versionId);
}
