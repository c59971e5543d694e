import { MediaError, type MediaErrorReason } from '../headers/media-error.ts';

/** A file that was probed but whose frames could not be decoded. */
export class DecodeError extends MediaError {
  /** The last lines that the decoder wrote. */
  readonly diagnostics: string;

  constructor(reason: MediaErrorReason, message: string, diagnostics = '', options?: ErrorOptions) {
    super(reason, message, options);
    this.name = 'DecodeError';
    this.diagnostics = diagnostics;
  }
}
