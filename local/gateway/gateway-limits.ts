import { STREAMED_SECONDS } from '../../shared/contract/route-limits.ts';
import { DRAINED, type DrainLimits } from '../protocol/drain-body.ts';
import type { WorkLimits } from './account-turns.ts';

/** Limits on what one caller can cost the others. Sizes in bytes, times in milliseconds. */
export interface GatewayLimits {
  /** Until the headers of a request have arrived. */
  headersMs: number;
  /** Until the whole request has arrived. */
  requestMs: number;
  /** Without a byte of a body received, or of an answer sent. */
  idleMs: number;
  /** Until a streamed answer has been sent in full, as the timeout of its function is when deployed. */
  streamedMs: number;
  /** At the end of the service, until requests that are still in progress are cut off. */
  endMs: number;
  /** Maximum number; see `ConnectionCap`. */
  connections: number;
  /** Bodies on disk, of all accounts and of a single one. */
  spooled: { total: number; share: number };
  /** Bodies that functions work on, and so hold in memory several times over. */
  running: { total: number; share: number };
  /** Requests of an account that functions work on, and besides as many that may block for long. */
  working: WorkLimits;
  drained: DrainLimits;
}

const MIB = 1024 * 1024;

export const GATEWAY_LIMITS: GatewayLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 60_000,
  streamedMs: STREAMED_SECONDS * 1000,
  endMs: 5000,
  connections: 512,
  spooled: { total: 1024 * MIB, share: 256 * MIB },
  running: { total: 256 * MIB, share: 128 * MIB },
  working: { share: 2, alone: 16 },
  drained: DRAINED,
};
