import { listParts } from './list-parts.ts';
import type { MediaFiles } from './media-files.ts';
import { type OpenUpload, openUpload, type UploadTarget } from './multipart-upload.ts';

/** Notes kept beside the target while it is made. */
interface Note {
  uploadId: string;
  plan: string;
}

/**
 * An upload that outlives its process: one that was cut off goes on with the parts that have arrived. Lambda's time limit
 * ends a process without a word; then the note that lies beside the target leads its successor to the open upload.
 */
export class ResumedUpload {
  readonly #files: MediaFiles;
  readonly #noteKey: string;
  readonly upload: OpenUpload;

  private constructor(files: MediaFiles, noteKey: string, upload: OpenUpload) {
    this.#files = files;
    this.#noteKey = noteKey;
    this.upload = upload;
  }

  /** @param plan says which bytes the parts hold: parts of another plan are not taken over */
  static async open(files: MediaFiles, target: UploadTarget, plan: string): Promise<ResumedUpload> {
    const { Bucket, Key } = target;
    const noteKey = `${Key}.upload`;
    const noted = await files.get(noteKey);
    const earlier = noted && (JSON.parse(Buffer.from(noted).toString()) as Note);
    if (earlier?.plan === plan) {
      const arrived = await listParts({ Bucket, Key, UploadId: earlier.uploadId });
      if (arrived !== null) {
        const etags = new Map(arrived.map(({ number, etag }) => [number, `"${etag}"`]));
        return new ResumedUpload(files, noteKey, { uploadId: earlier.uploadId, etags });
      }
    }
    const upload = await openUpload(target);
    const text = JSON.stringify({ uploadId: upload.uploadId, plan } satisfies Note);
    await files.put(noteKey, Buffer.from(text), 'application/json');
    return new ResumedUpload(files, noteKey, upload);
  }

  /** Once the object is there. */
  async forget(): Promise<void> {
    await this.#files.delete(this.#noteKey);
  }
}
