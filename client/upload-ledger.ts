import { getUpload } from '../shared/contract/routes/videos.ts';
import type { CallOutput, Client } from './client.ts';
import { UploadFailure } from './upload-failure.ts';

export type UploadState = CallOutput<typeof getUpload>;

export const readState = (client: Client, id: string, signal: AbortSignal): Promise<UploadState> =>
  client.call(getUpload, { params: { id }, signal });

/** The state of an open upload: the parts that have arrived, and the URLs of the others. */
export class UploadLedger {
  readonly #read: () => Promise<UploadState>;
  readonly #etags = new Map<number, string>();
  #urls = new Map<number, string>();
  #renewal: Promise<void> | undefined;

  /** @param read asks the service again, for when URLs have expired */
  constructor(state: Pick<UploadState, 'parts' | 'remaining'>, read: () => Promise<UploadState>) {
    this.#read = read;
    this.#take(state);
  }

  urlOf(number: number): string | undefined {
    return this.#urls.get(number);
  }

  /** Undefined until the part has arrived. */
  etagOf(number: number): string | undefined {
    return this.#etags.get(number);
  }

  noteArrival(number: number, etag: string): void {
    this.#etags.set(number, etag);
  }

  /**
   * Gets new URLs in place of an expired one. Simultaneous callers share one request.
   * @throws UploadFailure when the upload is over
   */
  async renew(number: number, dead: string | undefined): Promise<void> {
    if (this.#urls.get(number) !== dead) return;
    this.#renewal ??= this.#read()
      .then((state) => {
        if (state.status !== 'uploading') throw new UploadFailure(`The upload is over: ${state.status}`);
        this.#take(state);
      })
      .finally(() => {
        this.#renewal = undefined;
      });
    await this.#renewal;
  }

  #take({ parts, remaining }: Pick<UploadState, 'parts' | 'remaining'>): void {
    for (const { number, etag } of parts) this.#etags.set(number, etag);
    this.#urls = new Map(remaining.map(({ number, url }) => [number, url]));
  }
}
