import { RECOVERY_DAYS } from '../../shared/contract/resources.ts';
import { UsageError } from '../failures.ts';

/** The tables can be restored to moments before this. */
const YOUNGEST_MS = 5 * 60_000;
const OLDEST_MS = RECOVERY_DAYS * 24 * 3_600_000;

/** A moment in ISO 8601 with its zone, to the second. @throws UsageError */
export function moment(given: string): Date {
  const isWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const at = Date.parse(given);
  if (!isWithZone || Number.isNaN(at))
    throw new UsageError(`must be a moment with its zone, like 2026-11-27T22:56:00Z, not "${given}".`);
  return new Date(Math.floor(at / 1000) * 1000);
}

/** @throws UsageError for a moment that nothing is kept of */
export function requireRecoverable(at: Date, now: number): void {
  if (at.getTime() > now - YOUNGEST_MS) throw new UsageError('--at must be five minutes ago or earlier.');
  if (at.getTime() < now - OLDEST_MS) {
    throw new UsageError(`--at must be within the last ${RECOVERY_DAYS} days.`);
  }
}
