import { ApiError } from '../contract/errors.ts';
import type { JobFailure } from '../domain/job/job.ts';
import { MediaError, type MediaErrorReason } from '../media/headers/media-error.ts';

const UNSUPPORTED = new Set<MediaErrorReason>([
  'not-a-video',
  'no-video-track',
  'unsupported-codec',
  'unsupported-header',
]);

const codeOf = (reason: MediaErrorReason): string => reason.toUpperCase().replaceAll('-', '_');

/**
 * The failure of a job for an error that every attempt would meet: a damaged file, or a document over its limits. Null
 * for an error that may not happen again.
 */
export function lastingFailure(error: unknown): JobFailure | null {
  if (error instanceof MediaError) return { code: codeOf(error.reason), message: error.message };
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return null;
}

/** The failure of a video whose file cannot be used. A direct upload fails with the code that a form is refused with. */
export const videoFailure = ({ reason, message }: MediaError): { code: string; message: string } => ({
  code: UNSUPPORTED.has(reason) ? 'UNSUPPORTED_FORMAT' : codeOf(reason),
  message,
});
