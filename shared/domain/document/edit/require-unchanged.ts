import { changesBetween } from '../../json/changes-between.ts';
import { type Path, readOnlyAt } from '../../json/path.ts';

/**
 * Requires that an edit leaves a value as it was.
 * @throws ApiError `READ_ONLY_FIELD` naming the first member that differs
 */
export function requireUnchanged(before: unknown, after: unknown, path: Path): void {
  const [change] = changesBetween(before, after, path);
  if (change !== undefined) throw readOnlyAt(change.path);
}
