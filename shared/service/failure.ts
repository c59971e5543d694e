import { ApiError } from '../contract/errors.ts';
import type { JobFailure } from '../domain/job/job.ts';
import { MediaError, type MediaErrorReason } from '../media/media-error.ts';

const UNSUPPORTED = new Set<MediaErrorReason>(['not-a-video', 'no-video-track', 'unsupported-codec']);

const codeOf = (reason: MediaErrorReason): string => reason.toUpperCase().replaceAll('-', '_');

/**
 * Why a job fails that no other attempt would save: the file stays as it is, and so does what a document may not
 * hold. Null for an error that may not happen again.
 */
export function lastingFailure(error: unknown): JobFailure | null {
  if (error instanceof MediaError) return { code: codeOf(error.reason), message: error.message };
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return null;
}

/** Why a video fails whose file cannot be used: a direct upload with the code by which a form is refused. */
export const videoFailure = ({ reason, message }: MediaError): { code: string; message: string } => ({
  code: UNSUPPORTED.has(reason) ? 'UNSUPPORTED_FORMAT' : codeOf(reason),
  message,
});
