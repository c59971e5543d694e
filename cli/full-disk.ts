import { statfsSync } from 'node:fs';
import { isApiFailure } from '../client/failure.ts';
import { CommandFailure } from './failures.ts';

const MIB = 1024 * 1024;
/** Below this, a file may not have fitted although smaller ones still do. */
const LOW_BYTES = 100 * MIB;
/** SQLITE_FULL. */
const DATABASE_FULL = 13;

/** @returns infinity where it cannot be known */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The fields by which errors of the system, of SQLite and of the SDK carry their cause. */
interface SystemFailure {
  code?: unknown;
  errcode?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Explains an error of a service on the data folder by the full disk. @returns null where it has another cause */
export function explainFullDisk(error: unknown, dataDir: string): CommandFailure | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode, $metadata } = error as SystemFailure;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || errcode === DATABASE_FULL;
  const isUnsaid = isApiFailure(error, 'INTERNAL_ERROR') || ($metadata?.httpStatusCode ?? 0) >= 500;
  if (!isFull && !isUnsaid) return null;
  const free = freeBytes(dataDir);
  if (!isFull && free > LOW_BYTES) return null;
  const left = Number.isFinite(free) ? ` (${Math.floor(free / MIB)} MiB are left)` : '';
  return new CommandFailure(
    'NO_SPACE',
    `The service cannot write: the disk of ${dataDir} is full${left}. Make room there and try again; nothing that was stored is lost.`,
    { cause: error },
  );
}
