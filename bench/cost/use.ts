/**
 * What AWS charges for, used by some work. `s3Events`: objects made or removed, of which S3 tells EventBridge. `sleptMs`: for how
 * long a function only waited, in milliseconds.
 */
const USE_KINDS = [
  'dynamodbCalls',
  'readUnits',
  'writeUnits',
  's3Writes',
  's3Reads',
  's3Deletes',
  's3Events',
  'sqsRequests',
  'sleptMs',
] as const;

export type Use = Record<(typeof USE_KINDS)[number], number>;

export const noUse = (): Use => Object.fromEntries(USE_KINDS.map((kind) => [kind, 0])) as Use;

/** The sum, each counted `times`. */
export function addUse(...parts: readonly (readonly [use: Use, times: number])[]): Use {
  const sum = noUse();
  for (const [use, times] of parts) for (const kind of USE_KINDS) sum[kind] += use[kind] * times;
  return sum;
}
