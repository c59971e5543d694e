import type { TableName } from '../../shared/contract/resources.ts';

/** A change reaches its function well within 50 ms, and a thousand a second are fifty messages. */
const PAUSE_MS = 20;

/**
 * Passes on which tables have changed: the first at once, those of the next moment together after it.
 * @returns a function to be called at each change
 */
export function announceChanges(
  send: (changed: readonly TableName[]) => void,
  pauseMs = PAUSE_MS,
): (table: TableName) => void {
  const changed = new Set<TableName>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if (changed.size === 0) return;
    const tables = [...changed];
    changed.clear();
    timer = setTimeout(flush, pauseMs).unref();
    send(tables);
  };

  return (table) => {
    changed.add(table);
    if (timer === undefined) flush();
  };
}
