import type { ErrorBody } from '../shared/contract/errors.ts';
import type { ErrorCode } from './answers.ts';

/** An error answer of the API; `code`, `message`, `field` and `details` are those of the error body. */
export class ApiFailure extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** HTTP status. */
  readonly status: number;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** Seconds after which a refused call may be repeated; only with `RATE_LIMITED` and `DOCUMENT_BUSY`. */
  readonly retryAfter: number | undefined;
  /** What was asked. */
  readonly url: string | undefined;

  /** @internal */
  constructor(
    { error }: ErrorBody,
    { status, headers, url }: Pick<Response, 'status' | 'headers'> & { url?: string },
  ) {
    super(error.message);
    this.name = 'ApiFailure';
    this.code = error.code;
    this.field = error.field;
    this.details = error.details;
    this.status = status;
    this.url = url;
    this.requestId = headers.get('x-request-id') ?? undefined;
    const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10);
    this.retryAfter = Number.isNaN(retryAfter) ? undefined : retryAfter;
  }
}

/** Whether something thrown is an error answer of the API, with one of these codes where any are given. */
export const isApiFailure = (error: unknown, ...codes: ErrorCode[]): error is ApiFailure =>
  error instanceof ApiFailure && (codes.length === 0 || codes.includes(error.code));

/**
 * `absent`: nothing listens at the address. `broken`: the connection or the answer broke off. `foreign`: what
 * answered is not the API. `blocked`: `fetch` never connects to this port.
 */
export type ConnectionFailureReason = 'absent' | 'blocked' | 'broken' | 'foreign';

/** The API did not answer, or what answered is not the API. */
export class ConnectionFailure extends Error {
  readonly reason: ConnectionFailureReason;

  /** @internal */
  constructor(message: string, reason: ConnectionFailureReason = 'broken', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionFailure';
    this.reason = reason;
  }
}

/** A parameter that cannot be part of a path; the service has nothing with that name. */
export class InvalidParameter extends Error {
  /** @internal */
  constructor(name: string, value: unknown) {
    super(`"${value}" cannot be the ${name}`);
    this.name = 'InvalidParameter';
  }
}

/** The file of a video cannot be used. */
export class VideoFailure extends Error {
  /** Why: the `failure.code` of the video. */
  readonly code: string;

  /** @internal */
  constructor({ code, message } = { code: 'VIDEO_FAILED', message: 'no reason is known' }) {
    super(`The video cannot be used: ${message}`);
    this.name = 'VideoFailure';
    this.code = code;
  }
}

/** The file to be uploaded cannot be read. */
export class UnreadableFile extends Error {
  /** @internal */
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file} cannot be uploaded: ${reason}`, options);
    this.name = 'UnreadableFile';
  }
}

/** What was received as a webhook is none that the service sent for this secret, or none of now. */
export class WebhookVerificationError extends Error {
  /** @internal */
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/** Codes of system errors for an address where nothing listens. */
const NOBODY_THERE = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'];

/** What Node says of a port that the Fetch Standard blocks ("bad port"), as those of mail and X11; browsers give no reason. */
const BAD_PORT = 'bad port';

/** `fetch` says only "fetch failed"; the reason is in the cause. */
export function connectionFailure(url: string, error: unknown): ConnectionFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  const { code = '' } = Object(cause) as { code?: string };
  const reason = text === BAD_PORT ? 'blocked' : NOBODY_THERE.includes(code) ? 'absent' : 'broken';
  return new ConnectionFailure(`${new URL(url).origin} cannot be reached: ${text}`, reason, { cause: error });
}
