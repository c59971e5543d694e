import type { DecoderFailure } from './decoder-protocol.ts';

/** AVERROR(ENOMEM), FFmpeg's libavutil/error.h. */
const AVERROR_ENOMEM = -12;

/** The error that ends the decoder process. */
export class Failure extends Error {
  readonly reason: DecoderFailure['reason'];

  constructor(reason: DecoderFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** @param result of a libav* call */
export function check(result: number, step: string): void {
  if (result >= 0) return;
  const reason = result === AVERROR_ENOMEM ? 'out-of-memory' : 'corrupt-data';
  throw new Failure(reason, `${step} failed (${result})`);
}

/** Whether a step on one picture succeeded. A damaged picture is skipped, since later ones may be sound. */
export function wentWell(result: number, step: string): boolean {
  if (result === AVERROR_ENOMEM) check(result, step);
  return result >= 0;
}
