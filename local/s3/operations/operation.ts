import type { Reply } from '../protocol/reply.ts';
import type { S3Request } from '../protocol/request.ts';
import type { Store } from '../store/store.ts';

/** The context of an operation. */
export interface Context {
  store: Store;
  /** Epoch milliseconds. */
  now: () => number;
  /** A name never used before, safe as a file name. */
  newId: () => string;
}

/** One operation of the S3 API. Errors are thrown as S3Error. */
export type Operation = (request: S3Request, context: Context) => Reply | Promise<Reply>;

export const quoted = (etag: string): string => `"${etag}"`;

export const MAX_PUT_BYTES = 5 * 1024 ** 3;
