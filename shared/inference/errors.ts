/** What went wrong, for callers that act on it. */
type InferenceErrorCode =
  | 'MANIFEST_INVALID'
  | 'MODEL_UNKNOWN'
  | 'MODEL_MISSING'
  | 'MODEL_UNFIT'
  | 'DOWNLOAD_FAILED'
  | 'FRAME_UNFIT'
  | 'DETECTOR_BUSY'
  | 'DETECTOR_CLOSED'
  | 'WORKER_FAILED';

/** Every error this part throws on its own account; aborted work rejects with the reason of its signal instead. */
export class InferenceError extends Error {
  readonly code: InferenceErrorCode;

  constructor(code: InferenceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InferenceError';
    this.code = code;
  }
}
