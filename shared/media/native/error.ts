/**
 * - `truncated`: an element says it is longer than the file.
 * - `malformed`: bytes where an element must start are not one (garbage after the last element, no header, …).
 * - `unpatchable`: the length of the last element has no room for its value.
 * - `document-too-large`: the document exceeds {@link MAX_DOCUMENT_BYTES}.
 */
export type NativeContainerReason = 'truncated' | 'malformed' | 'unpatchable' | 'document-too-large';

/** The file, or the document, cannot become a native export. */
export class NativeContainerError extends Error {
  readonly reason: NativeContainerReason;

  constructor(reason: NativeContainerReason, message: string) {
    super(message);
    this.name = 'NativeContainerError';
    this.reason = reason;
  }
}
