import { beforeEach } from 'vitest';
import type { Deviation } from './references/reference.ts';

/** Tests of known deviations must fail, so that a deviation that is gone gets removed from the list. */
export function expectFailures(deviations: readonly Deviation[]): void {
  const names = new Set(deviations.flatMap(({ tests }) => tests));
  const races = new Set(deviations.flatMap(({ races = [] }) => races));
  beforeEach(({ task, skip }) => {
    if (races.has(task.name)) skip('fails at times by a known deviation');
    if (names.has(task.name)) Object.assign(task, { fails: true });
  });
}
