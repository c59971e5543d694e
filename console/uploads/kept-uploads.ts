import type { UserStorage } from '../session/user-storage.ts';

/** What this browser remembers of an upload that is not complete; no address of its parts, since these are secrets. */
interface KeptUpload {
  /** Of its video. */
  id: string;
  /** Of the file. */
  name: string;
  size: number;
  /** CRC-64/NVME of the file, by which the file is known again. */
  checksum: string;
}

const STORED_AS = 'uploads';

/** The uploads of a person and an account that can be resumed after a reload. */
export class KeptUploads {
  readonly #storage: Pick<UserStorage, 'read' | 'write' | 'remove'>;
  readonly #account: string;

  constructor(storage: Pick<UserStorage, 'read' | 'write' | 'remove'>, account: string) {
    this.#storage = storage;
    this.#account = account;
  }

  list(): KeptUpload[] {
    return JSON.parse(this.#storage.read(this.#account, STORED_AS) ?? '[]') as KeptUpload[];
  }

  keep(upload: KeptUpload): void {
    this.#write([...this.list().filter(({ id }) => id !== upload.id), upload]);
  }

  forget(id: string): void {
    this.#write(this.list().filter((upload) => upload.id !== id));
  }

  #write(uploads: KeptUpload[]): void {
    if (uploads.length === 0) this.#storage.remove(this.#account, STORED_AS);
    else this.#storage.write(this.#account, STORED_AS, JSON.stringify(uploads));
  }
}
