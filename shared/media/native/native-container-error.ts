/**
 * - `truncated`: the Segment of a WebM file says it is longer than the file.
 * - `malformed`: the file has no movie or Segment.
 * - `document-too-large`: the document exceeds {@link MAX_DOCUMENT_BYTES}.
 */
type NativeContainerReason = 'truncated' | 'malformed' | 'document-too-large';

/** The file, or the document, cannot become a native export. */
export class NativeContainerError extends Error {
  readonly reason: NativeContainerReason;

  constructor(reason: NativeContainerReason, message: string) {
    super(message);
    this.name = 'NativeContainerError';
    this.reason = reason;
  }
}
