import {
  ApiFailure,
  ConnectionFailure,
  InvalidParameter,
  UnreadableFile,
  VideoFailure,
} from '../client/failure.ts';
import { UnusableFolder } from '../local/data-folder/private-folder.ts';
import { ApiError, type ErrorCode } from '../shared/contract/errors.ts';
import { uploadVideo } from '../shared/contract/routes/videos.ts';
import { InferenceError } from '../shared/inference/errors.ts';
import { printable } from './printable.ts';

/** A wrong command line: exit code 2. */
export class UsageError extends Error {}

/** A command that failed; the message says what to do. Exit code 1. */
export class CommandFailure extends Error {
  /** For programs. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface FailureReport {
  exitCode: number;
  /** For people: what went wrong and what to do. */
  text: string;
  /** For programs. */
  error: { code: string; message: string; field?: string; details?: unknown; requestId?: string };
}

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** Advice for errors of the API; ID is replaced by that of the video that was asked for. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'The key is unknown, revoked or expired; "vms keys create" makes a new one.',
  INSUFFICIENT_SCOPE: 'Use a key with that scope; "vms keys create --scopes …" makes one.',
  PROJECT_NOT_ALLOWED: 'Use a key that is not restricted to other videos.',
  VIDEO_NOT_FOUND: '"vms list" lists the videos.',
  VERSION_NOT_FOUND: '"vms versions ID" lists the versions.',
  PATH_NOT_FOUND: '"vms metadata get ID" prints the whole document.',
  JOB_NOT_FOUND: '"vms process ID" starts a job.',
  VERSION_CONFLICT: 'Read the document again with "vms metadata get ID" and redo the change on it.',
  VIDEO_NOT_READY: '"vms get ID" shows its state.',
  JOB_IN_PROGRESS: '"vms status ID" shows the job; "vms cancel ID" stops it.',
  JOB_NOT_CANCELLABLE: '"vms status ID" shows the latest job.',
};

const SYSTEM_ERRORS: Record<string, string> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'Access is denied',
  EPERM: 'Access is denied',
  EISDIR: 'This is a folder, not a file',
  ENOTDIR: 'A part of this path is not a folder',
  ENOSPC: 'There is no space left',
  EROFS: 'The file system cannot be written to',
  ELOOP: 'Links lead in a circle',
};

/** What an error code of the operating system means, naming the file; undefined for those that need its own words. */
export function describeSystemError(code: string, path: string): string | undefined {
  const explanation = SYSTEM_ERRORS[code];
  return explanation === undefined ? undefined : `${explanation}: ${path}`;
}

/** Failures that have a code and a message for people. */
const CODED = [CommandFailure, VideoFailure, InferenceError, ApiError];

/** How a failed command ends: its message and exit code. */
export function describeFailure(error: unknown, command: string): FailureReport {
  if (error instanceof UsageError || error instanceof InvalidParameter) {
    const text = `${error.message}\nSee: ${['vms', command, '--help'].filter(Boolean).join(' ')}`;
    return { exitCode: EXIT_USAGE, text, error: { code: 'USAGE', message: error.message } };
  }
  if (error instanceof ApiFailure) return describeApiFailure(error);
  if (error instanceof ConnectionFailure) return failure('CONNECTION_FAILED', error.message);
  if (error instanceof UnreadableFile) return failure('FILE_UNREADABLE', error.message);
  if (CODED.some((kind) => error instanceof kind)) {
    const { code, message } = error as CommandFailure;
    return failure(code, message);
  }
  if (error instanceof UnusableFolder) {
    return failure('FOLDER_UNUSABLE', `${error.message} Choose another one with --data.`);
  }
  const { code = '', path } = error as NodeJS.ErrnoException;
  const explanation = path === undefined ? undefined : describeSystemError(code, path);
  if (explanation !== undefined) return failure(code, explanation);
  // An unexpected error: the stack is needed to find its cause.
  const { stack, message = String(error) } = error as Error;
  return { ...failure('INTERNAL_ERROR', message), text: stack ?? message };
}

const failure = (code: string, message: string): FailureReport => ({
  exitCode: EXIT_FAILURE,
  text: message,
  error: { code, message },
});

function adviceOf(code: ErrorCode, url = ''): string {
  const [, id = 'ID'] = /\/api\/videos\/([^/?]+)/.exec(url) ?? [];
  return (ADVICE[code] ?? '').replaceAll(/\bID\b/g, () => id);
}

function describeApiFailure({
  code,
  message,
  field,
  details,
  requestId,
  retryAfter,
  url,
}: ApiFailure): FailureReport {
  const lines = [
    // Most messages name the field already. The form and its field for the file are the command's own.
    printable(
      field === undefined || field === uploadVideo.body.file || message.includes(field)
        ? message
        : `${field}: ${message}`,
    ),
    ...detailLines(details ?? {}),
    adviceOf(code, url),
    retryAfter === undefined ? '' : `Try again in ${retryAfter} s.`,
    code === 'INTERNAL_ERROR' && requestId !== undefined ? `Request ${requestId}` : '',
  ];
  return {
    exitCode: EXIT_FAILURE,
    text: lines.filter((line) => line !== '').join('\n'),
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      ...(details === undefined ? {} : { details }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** An end of a range beyond which numbers are not exact: it stands for there being none. */
const isNoLimit = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** The details of an error for people: a line each, lists as words, no limits that nobody reaches. Programs get them as JSON. */
const detailLines = (details: Record<string, unknown>): string[] =>
  Object.entries(details)
    .filter(([name, value]) => !((name === 'min' || name === 'max') && isNoLimit(value)))
    .map(([name, value]) =>
      printable(`  ${name}: ${Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)}`),
    );

/** The failure of a command that needs a processed video. */
export const videoNotReady = (id: string, status: string): CommandFailure =>
  new CommandFailure(
    'VIDEO_NOT_READY',
    `The video is not processed: its status is ${status}; "vms get ${id}" shows more.`,
  );
