/** Every error code of the API and the HTTP status it is answered with. */
export const ERROR_STATUS = {
  INVALID_PARAMETER: 400,
  MISSING_PARAMETER: 400,
  INVALID_JSON: 400,
  UNSUPPORTED_FORMAT: 400,
  FILE_TOO_LARGE: 400,
  READ_ONLY_FIELD: 400,
  UNSUPPORTED_SCHEMA: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_SCOPE: 403,
  PROJECT_NOT_ALLOWED: 403,
  NOT_OWNER: 403,
  QUOTA_EXCEEDED: 403,
  VIDEO_NOT_FOUND: 404,
  OBJECT_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  PATH_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  VERSION_CONFLICT: 409,
  VIDEO_NOT_READY: 409,
  JOB_IN_PROGRESS: 409,
  JOB_NOT_CANCELLABLE: 409,
  PLUGIN_CONFLICT: 409,
  KEY_ALREADY_CREATED: 409,
  WEBHOOK_NOT_ACTIVE: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  RATE_LIMITED: 429,
  DOCUMENT_BUSY: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Seconds after which what met too many other writers may be repeated. */
export const BUSY_SECONDS = 1;

/** Codes that only the console's own endpoints answer with. */
const CONSOLE_ERRORS: readonly ErrorCode[] = ['KEY_NOT_FOUND', 'KEY_ALREADY_CREATED'];

/** The codes that integrators meet: those of the reference. */
export const PUBLIC_ERRORS = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
  (code) => !CONSOLE_ERRORS.includes(code),
);

/** The body of every error answer (interface specification, section 7). */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; field?: string; details?: Record<string, unknown> };
}

/** An error meant for the caller: its message and details are public. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { field, details }: { field?: string | undefined; details?: Record<string, unknown> | undefined } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.field = field;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.field === undefined ? {} : { field: this.field }),
        ...(this.details === undefined ? {} : { details: this.details }),
      },
    };
  }
}
