/** Computes one scrypt hash (RFC 7914) in a thread of its own, and ends. */
import { scryptSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

export interface HashInput {
  readonly password: string;
  readonly salt: Uint8Array;
  /** Length of the hash. */
  readonly bytes: number;
  /** Cost, block size and parallelization, by the names of the RFC. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Bytes: twice of what the cost takes that passwords are hashed with. */
const MAX_MEMORY = 64 * 1024 * 1024;

const { password, salt, bytes, N, r, p } = workerData as HashInput;
parentPort?.postMessage(scryptSync(password, salt, bytes, { N, r, p, maxmem: MAX_MEMORY }));
