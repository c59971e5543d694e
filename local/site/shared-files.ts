import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

interface SharedFile {
  readonly bytes: Promise<Buffer | null>;
  answers: number;
}

/** Reads a file once for all who are being sent it: however many do not read their answers, these hold the same bytes. */
export class SharedFiles {
  readonly #files = new Map<string, SharedFile>();

  /** The bytes of a file, shared until the answer's end; null where there is none. */
  async read(file: string, response: ServerResponse): Promise<Buffer | null> {
    // Nobody is there any more to be sent it.
    if (response.closed) return null;
    const shared = this.#files.get(file) ?? { bytes: readFile(file).catch(() => null), answers: 0 };
    this.#files.set(file, shared);
    shared.answers++;
    response.once('close', () => {
      if (--shared.answers === 0) this.#files.delete(file);
    });
    return shared.bytes;
  }
}
