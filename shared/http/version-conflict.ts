import { ApiError } from '../contract/errors.ts';
import { conflictingPaths } from '../domain/metadata/conflict.ts';
import type { MergePlan, MergeResult } from '../domain/metadata/patch.ts';
import type { Documents } from '../stores/documents.ts';
import { isTombstone, type Version, type Versions } from '../stores/versions.ts';

/**
 * Requires that the newest version is the one the caller named.
 * @throws ApiError `VERSION_CONFLICT` telling which of the paths the patch changes were changed since
 */
export async function requireBase(
  { versions, documents }: { versions: Versions; documents: Documents },
  {
    base,
    current,
    plan,
    merge,
  }: { base: number; current: Version; plan: MergePlan; merge: (version: Version) => Promise<MergeResult> },
): Promise<void> {
  if (base === current.version) return;
  const details = { expected: base, current: current.version };
  const refuse = (paths: string[]): never => {
    throw new ApiError('VERSION_CONFLICT', `The newest version is ${current.version}, not ${base}.`, {
      details: { ...details, conflictingPaths: paths },
    });
  };
  const named = base < current.version ? await versions.get(current.videoId, base) : null;
  if (named === null || isTombstone(named)) return refuse([]);
  const [before, after] = await Promise.all([
    documents.readForMerge(named.parts, plan),
    documents.readForMerge(current.parts, plan),
  ]);
  const { paths } = await merge(named);
  return refuse(conflictingPaths(before.sections, after.sections, paths));
}
