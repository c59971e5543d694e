/** An upload failure that a retry cannot fix. */
export class UploadFailure extends Error {
  /** @internal */
  constructor(message: string) {
    super(message);
    this.name = 'UploadFailure';
  }
}

/** The store refuses parts at this URL, or does so by now. */
export class PartRefused extends UploadFailure {}

export const otherFile = (): UploadFailure =>
  new UploadFailure('The file is not the one whose upload was begun, or it was changed');
