import { constants } from 'node:os';
import { AVERROR_INVALIDDATA, AVERROR_PATCHWELCOME } from 'node-av/constants';
import type { DecoderFailure } from './decoder-protocol.ts';

const { ENOMEM, EINVAL, ENOSYS, ERANGE, ENOPROTOOPT } = constants.errno;

/**
 * What decoders say of data that is damaged, or that uses what they do not implement. FFmpeg returns an error of the
 * system as its number, negated.
 */
const OF_THE_DATA = new Set<number>([
  AVERROR_INVALIDDATA,
  AVERROR_PATCHWELCOME,
  -EINVAL,
  -ENOSYS,
  -ERANGE,
  -ENOPROTOOPT,
]);

/** The error about the video that ends the decoder process. */
export class Failure extends Error {
  readonly reason: DecoderFailure['reason'];

  constructor(reason: DecoderFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Requires success of a step that no data can make fail. Its failure is the service's own, and ends the process as a
 * crash.
 *
 * @param result of a libav* call
 */
export function check(result: number, step: string): void {
  if (result >= 0) return;
  const message = `${step} failed (${result})`;
  throw result === -ENOMEM ? new Failure('out-of-memory', message) : new Error(message);
}

/** Whether the data let a step succeed; every other failure is one of {@link check}. */
export function wentWell(result: number, step: string): boolean {
  if (OF_THE_DATA.has(result)) return false;
  check(result, step);
  return true;
}
