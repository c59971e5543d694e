import { type Path, readOnlyAt } from '../../json/path.ts';
import { changedPaths } from './changed-paths.ts';

/**
 * Requires that an edit leaves a value as it was.
 * @throws ApiError `READ_ONLY_FIELD` naming the first member that differs
 */
export function requireUnchanged(before: unknown, after: unknown, path: Path): void {
  const [changed] = changedPaths(before, after, path);
  if (changed !== undefined) throw readOnlyAt(changed);
}
