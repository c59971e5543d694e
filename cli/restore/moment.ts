import { UsageError } from '../failures.ts';

/** A moment in ISO 8601 with its zone, to the second. @throws UsageError */
export function moment(given: string): Date {
  const isWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const at = Date.parse(given);
  if (!isWithZone || Number.isNaN(at))
    throw new UsageError(`must be a moment with its zone, like 2026-11-27T22:56:00Z, not "${given}".`);
  return new Date(Math.floor(at / 1000) * 1000);
}
