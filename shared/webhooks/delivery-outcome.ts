/**
 * Why there was no answer. `refused-url`, `refused-address`: nothing was sent, since events may not go there. `dns`:
 * the host has no address. `connection`: it could not be made, or broke off. `tls`: the receiver did not prove its
 * name. `protocol`: what came is no answer of HTTP/1.1. `timeout`: no answer in time.
 */
export type FailureReason =
  | 'refused-url'
  | 'dns'
  | 'refused-address'
  | 'connection'
  | 'tls'
  | 'protocol'
  | 'timeout';

/** The receiver answered. */
export interface Answered {
  readonly status: number;
  /** How it begins, as printable text. */
  readonly body: string;
  /** What `Retry-After` asked for. */
  readonly retryAfterMs?: number;
  readonly durationMs: number;
}

/** It did not. */
export interface Unanswered {
  readonly failure: FailureReason;
  readonly message: string;
  readonly durationMs: number;
}

/** What became of one attempt to deliver. */
export type DeliveryOutcome = Answered | Unanswered;

/** Only a 2xx is a success; a redirect is none, and is not followed. */
export const isDelivered = (outcome: DeliveryOutcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status <= 299;

/** The receiver wants no more events: its endpoint is to be disabled. */
export const isGone = (outcome: DeliveryOutcome): boolean => 'status' in outcome && outcome.status === 410;

/** An attempt that ended without an answer; what a receiver causes is never another error. */
export class DeliveryFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
